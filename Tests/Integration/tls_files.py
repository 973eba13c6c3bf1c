"""Certificates for tests, made with the openssl command."""

import pathlib
import ssl
import subprocess


class Certificate:
    """A self-signed certificate for localhost and 127.0.0.1, and its key, in files that `renew` replaces."""

    def __init__(self, folder):
        self.certificate = str(pathlib.Path(folder) / "certificate.pem")
        self.key = str(pathlib.Path(folder) / "key.pem")
        self.renew()

    def renew(self):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-keyout", self.key, "-out", self.certificate, "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
            check=True, capture_output=True, timeout=30)

    @property
    def arguments(self):
        return ["--tls-certificate", self.certificate, "--tls-key", self.key]

    def context(self):
        """What a client needs that trusts this certificate alone."""
        return ssl.create_default_context(cafile=self.certificate)

    def der(self):
        return ssl.PEM_cert_to_DER_cert(pathlib.Path(self.certificate).read_text())
