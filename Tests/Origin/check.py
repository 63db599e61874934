#!/usr/bin/env python3
"""Shows that each endpoint of the origin does what README.md says. Usage: check.py [NAME…]; takes about 25 s."""
import sys

sys.dont_write_bytecode = True
import check_bodies  # noqa: E402
import check_paging  # noqa: E402
import check_recordings  # noqa: E402
import check_rules  # noqa: E402
from client import Client  # noqa: E402


def main():
    names = sys.argv[1:]
    failures = 0
    with Client() as client:
        for module in (check_paging, check_bodies, check_rules, check_recordings):
            for name, check in list(vars(module).items()):
                if not name.startswith("check_") or not callable(check) or names and name not in names:
                    continue
                client.reset()
                try:
                    check(client)
                    print(f"ok      {name}", flush=True)
                except Exception as error:
                    failures += 1
                    print(f"FAILED  {name}: {type(error).__name__}: {error}", flush=True)
    print(f"{failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
