"""The certificate that this machine makes for itself, with which phones in the room reach it over HTTPS."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from msgspec import Struct

from replays.databases import make_private
from service.support.network import CERTIFICATE_FILE

KEY_FILE = "https-key.pem"
VALID = timedelta(days=397)
"""Browsers accept no certificate that is valid for longer."""
RENEWED_BEFORE = timedelta(days=30)
EARLIER = timedelta(days=1)
"""From how long ago it is valid: the clock of a phone may be slow."""


class OwnCertificate(Struct, frozen=True):
    """A certificate and its key, each a PEM file.

    fingerprint: SHA-256 of the certificate in hex pairs, as browsers show it.
    """

    certificate: Path
    key: Path
    fingerprint: str


def own_certificate(home: Path, names: Collection[str], now: datetime) -> OwnCertificate:
    """The certificate of this home for these names, made again if it does not hold for all of them.

    Raises `OSError`.
    """
    certificate, key = home / CERTIFICATE_FILE, home / KEY_FILE
    kept = _kept(certificate) if key.is_file() else None
    if kept is None or not _holds(kept, names, now):
        kept = _make(certificate, key, names, now)
    return OwnCertificate(certificate, key, _fingerprint(kept))


def certificate_told(path: Path) -> str:
    """How long a certificate is valid, and its fingerprint. Raises `OSError`, `ValueError`."""
    found = x509.load_pem_x509_certificate(path.read_bytes())
    return f"{path}, valid until {found.not_valid_after_utc:%Y-%m-%d}, SHA-256 {_fingerprint(found)}"


def _fingerprint(of: x509.Certificate) -> str:
    return of.fingerprint(hashes.SHA256()).hex(":").upper()


def _kept(path: Path) -> x509.Certificate | None:
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except (FileNotFoundError, ValueError):
        return None


def _holds(kept: x509.Certificate, names: Collection[str], now: datetime) -> bool:
    told = kept.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return kept.not_valid_after_utc - now > RENEWED_BEFORE and set(map(_general, names)) <= set(told)


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _make(certificate: Path, key: Path, names: Collection[str], now: datetime) -> x509.Certificate:
    private = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tablelog on this network")])
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now.astimezone(UTC) - EARLIER)
        .not_valid_after(now.astimezone(UTC) - EARLIER + VALID)
        .add_extension(
            x509.SubjectAlternativeName([_general(name) for name in sorted(names)]), critical=False
        )
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        # Whoever installs it on a phone installs an authority, which can vouch for nothing but itself.
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(private, hashes.SHA256())
    )
    pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    make_private(key).write_bytes(private.private_bytes(pem, form, serialization.NoEncryption()))
    certificate.write_bytes(made.public_bytes(pem))
    return made
