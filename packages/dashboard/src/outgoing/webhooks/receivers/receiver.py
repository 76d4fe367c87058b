# Run with: python3 receiver.py (needs only Python). WEBHOOK_SECRET is the whole signing secret, including `whsec_`.
import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))


def is_genuine(headers, body):
    """Whether the service sent this body, unchanged, within the last five minutes."""
    delivery = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not delivery or not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f"{delivery}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode()
    # Constant-time comparison.
    return any(hmac.compare_digest(one, expected) for one in given.split(b" "))


# A delivery can arrive again with the same id. In production, use a table with a unique key.
taken = set()


def handle(event):
    print(json.dumps(event), flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The raw bytes: JSON that was parsed and written again has another signature.
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_genuine(self.headers, body):
            return self.answer(401)
        delivery = self.headers["webhook-id"]
        if delivery not in taken:
            handle(json.loads(body))
        taken.add(delivery)
        # Respond with 2xx within ten seconds; anything else is retried.
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver)
print(f"listening on {server.server_port}", file=sys.stderr, flush=True)
server.serve_forever()
