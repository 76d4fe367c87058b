import type http from "node:http"
import type net from "node:net"

const listenOn = (server: net.Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject)
      const address = server.address()
      if (address === null || typeof address === "string") reject(new Error("a TCP address was expected"))
      else resolve(address.port)
    })
  })

/** Listens on the earlier port, or on a free one if that port is taken. */
export const listen = (server: net.Server, port: number) => listenOn(server, port).catch(() => listenOn(server, 0))

export const bodyOf = async (request: http.IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
