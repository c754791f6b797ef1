import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A door before a server of any protocol. Closed, it drops every connection and lets nobody in, as a restart does. */
export interface TcpGate {
  readonly port: number;
  shut(): void;
  open(): void;
  close(): Promise<void>;
}

export async function startTcpGate(target: { host: string; port: number }): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  let isOpen = true;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A connection that is cut on purpose complains.
    socket.on('error', () => socket.destroy());
  };
  const dropAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const server = createServer((incoming) => {
    keep(incoming);
    if (!isOpen) {
      incoming.resetAndDestroy();
      return;
    }
    const outgoing = connect(target);
    keep(outgoing);
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('close', () => outgoing.destroy());
    outgoing.on('close', () => incoming.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port, // it listens on a TCP port
    shut() {
      isOpen = false;
      dropAll();
    },
    open() {
      isOpen = true;
    },
    async close() {
      dropAll();
      await new Promise((done) => server.close(done));
    },
  };
}
