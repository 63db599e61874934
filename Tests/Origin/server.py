"""A listening port of the origin, with or without TLS."""
import contextlib
import socket
import socketserver
import ssl
import sys
import threading
import traceback

from handler import Handler


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    request_queue_size = 256

    def __init__(self, port, state, files, tls=None):
        """`tls` is the context of a server certificate; None for plain HTTP."""
        self.state, self.files, self.open, self.stopping = state, files, set(), threading.Event()
        self.tls = tls
        super().__init__(("127.0.0.1", port), Handler)
        self.port = self.server_address[1]
        self.base = f"{'https' if tls else 'http'}://127.0.0.1:{self.port}"
        self.is_second, self.other_base, self.other_secure_base = False, None, None

    def get_request(self):
        connection, address = super().get_request()
        if self.tls:  # the handshake takes place in the thread of the connection
            connection = self.tls.wrap_socket(connection, server_side=True, do_handshake_on_connect=False)
        return connection, address

    def process_request(self, request, address):
        self.open.add(request)
        with self.state.lock:
            self.state.connections += 1
        super().process_request(request, address)

    def shutdown_request(self, request):
        self.open.discard(request)
        super().shutdown_request(request)

    def stop(self):
        self.stopping.set()
        self.shutdown()
        for connection in list(self.open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self.server_close()  # joins the threads

    def handle_error(self, request, address):
        if not isinstance(sys.exc_info()[1], (ConnectionError, ssl.SSLError)):
            traceback.print_exc()
