"""Lists whose items change, for clients that read only what is new."""
import datetime

from common import Refusal

START = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
COUNT, SIZE = 120, 20  # items of a list at first, items of a page


class ChangingList:
    """Items with the second of their last change."""

    def __init__(self):
        self.seconds = {number: number for number in range(1, COUNT + 1)}
        self.titles = {number: f"Item {number}" for number in self.seconds}
        self.failing = 0  # the page that is answered with 500; 0 for none

    def change(self, new, changed, same):
        """Adds items, one after the other, changes some, and adds some with the greatest second so far."""
        top, last = max(self.seconds.values()), max(self.seconds)
        for number in range(last + 1, last + 1 + same):
            self.seconds[number], self.titles[number] = top, f"Item {number}"
        for step in range(1, changed + 1):
            number = 1 + 29 * step % last
            self.seconds[number] = top + step
            self.titles[number] += " again"
        for step in range(1, new + 1):
            number = last + same + step
            self.seconds[number], self.titles[number] = top + changed + step, f"Item {number}"

    def item(self, number):
        """The times have different offsets and fractions, as from servers in several places."""
        zone = datetime.timezone(datetime.timedelta(hours=(0, 2, -5)[number % 3]))
        time = (START + datetime.timedelta(seconds=self.seconds[number])).astimezone(zone).isoformat()
        time = time.replace("+00:00", (".000Z", "Z")[number % 2])
        return {"id": number, "title": self.titles[number], "updated_at": time, "updated": self.seconds[number]}


class Changes:
    """Part of the request handler."""

    def list_of(self, name):
        return self.state.changes.setdefault(name, ChangingList())

    def changes(self, name):
        with self.state.lock:
            found = self.list_of(name)
            numbers = sorted(found.seconds)
            if "since" in self.query:
                first = datetime.datetime.fromisoformat(self.query["since"])
                numbers = [n for n in numbers if START + datetime.timedelta(seconds=found.seconds[n]) >= first]
            if "sync" in self.query:
                numbers = [n for n in numbers if found.seconds[n] > self.number("sync", 0)]
            if self.query.get("order") in ("asc", "desc"):
                numbers.sort(key=lambda n: found.seconds[n], reverse=self.query["order"] == "desc")
            start = self.number("cursor", 0)
            page = [found.item(number) for number in numbers[start:start + SIZE]]
            failing, top = found.failing, max(found.seconds.values())
        if failing and start // SIZE + 1 == failing:
            raise Refusal(500, "this page fails")
        if start + SIZE < len(numbers):
            return self.reply({"items": page, "next": str(start + SIZE)})
        self.reply({"items": page, "next": None, "sync_token": str(top)})

    def control_changes(self):
        """Changes a list; the caller holds the lock."""
        found = self.list_of(self.query.get("name", ""))
        found.change(*(int(self.query.get(kind, 0)) for kind in ("new", "changed", "same")))
        found.failing = int(self.query.get("fail", 0))
