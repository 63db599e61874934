"""A certificate authority of the origin's own, made when it starts, three server certificates from it, and one that is self-signed."""
import shutil
import ssl
import subprocess
from pathlib import Path

CONFIG = """
[req]
distinguished_name = name
prompt = no
[name]
CN = {subject}
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[server]
basicConstraints = CA:FALSE
subjectAltName = {hosts}
[ca]
default_ca = own
[own]
database = index
serial = serial
new_certs_dir = .
default_md = sha256
policy = anything
unique_subject = no
[anything]
commonName = supplied
"""
HERE = "DNS:localhost, IP:127.0.0.1"
CERTIFICATES = {  # name → hosts, and arguments for the time that it is good for
    "valid": (HERE, ["-days", "30"]),
    "expired": (HERE, ["-startdate", "20200101000000Z", "-enddate", "20200201000000Z"]),
    "wrong_host": ("DNS:elsewhere.example.org", ["-days", "30"]),
}


def contexts(folder):
    """Makes the files with openssl in the folder.

    Returns name → context of a server; nothing if openssl is missing or fails.
    """
    if not shutil.which("openssl"):
        return {}

    def run(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    def configure(subject, hosts):
        Path(folder, "openssl.cnf").write_text(CONFIG.format(subject=subject, hosts=hosts))

    key = ["-newkey", "rsa:2048", "-nodes", "-config", "openssl.cnf"]
    found = {}
    try:
        configure("tabpipe test authority", HERE)
        run("req", "-x509", *key, "-extensions", "authority", "-days", "30", "-keyout", "ca.key", "-out", "ca.pem")
        Path(folder, "index").write_text("")
        Path(folder, "serial").write_text("1000\n")
        for name, (hosts, period) in CERTIFICATES.items():
            configure(name.replace("_", "-"), hosts)
            run("req", *key, "-keyout", f"{name}.key", "-out", f"{name}.csr")
            run("ca", "-batch", "-config", "openssl.cnf", "-extensions", "server", "-cert", "ca.pem", "-keyfile", "ca.key",
                "-in", f"{name}.csr", "-out", f"{name}.pem", "-notext", *period)
        configure("self-signed", HERE)
        run("req", "-x509", *key, "-extensions", "server", "-days", "30", "-keyout", "self_signed.key", "-out", "self_signed.pem")
        for name in (*CERTIFICATES, "self_signed"):
            found[name] = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            found[name].load_cert_chain(Path(folder, f"{name}.pem"), Path(folder, f"{name}.key"))
    except (subprocess.CalledProcessError, OSError):
        return {}
    return found
