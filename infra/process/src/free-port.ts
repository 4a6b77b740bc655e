import { createServer } from 'node:net'

/**
 * From here up to FIRST + COUNT: below what Linux, macOS and Windows give to outgoing connections by themselves, so that
 * none of these takes the port before whoever asked for it listens.
 */
const FIRST = 12_000
const COUNT = 20_000
const ATTEMPTS = 100

/** @returns whether it could be listened on at this moment, on the loopback address */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const listens = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (listens) await new Promise((resolve) => server.close(resolve))
  return listens
}

/** A port of the loopback address on which nobody listens at this moment. @throws Error when there seems to be none */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await isFree(port)) return port
  }
  throw new Error(`no port from ${FIRST} to ${FIRST + COUNT} seems to be free`)
}
