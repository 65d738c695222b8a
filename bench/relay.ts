import { createServer } from 'node:http';
import { Server } from 'socket.io';

/**
 * This file is the baseline for realtime measurements, called the relay: bare Socket.IO with the program's settings. It
 * emits a message to the receiver's room and acknowledges it, without authorization and storage.
 */
const httpServer = createServer((_request, response) => response.end('{}'));
const socketServer = new Server(httpServer, {
  serveClient: false,
  perMessageDeflate: false,
  maxHttpBufferSize: 2_000_000,
  connectTimeout: 20_000,
});

/** A message as clients send it. */
interface RelayedMessage {
  readonly id: string;
  readonly senderId: string;
  readonly receiverId: string;
  readonly message: string;
}

socketServer.on('connection', (socket) => {
  socket.on('register', (uid: string, acknowledge: (ack: object) => void) => {
    void socket.join(uid);
    acknowledge({ ok: true });
  });
  socket.on('sendMessage', (sent: RelayedMessage, acknowledge: (ack: object) => void) => {
    const message = { ...sent, sentAt: new Date().toISOString(), readAt: null, seq: 1 };
    socketServer.to(sent.receiverId).emit('receiveMessage', message);
    acknowledge({ ok: true, message });
  });
});

httpServer.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
