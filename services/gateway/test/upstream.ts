import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** A request as a service would see it. */
export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer }

/** A service's stand-in: notes what arrives and answers as it is told. */
export type Upstream = {
  url: string
  seen: Seen[]
  /** replaced by tests that need another answer */
  answer: (request: Seen, response: ServerResponse) => void
  close(): Promise<void>
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

export async function startUpstream(): Promise<Upstream> {
  const upstream: Upstream = {
    url: '',
    seen: [],
    answer: (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end('{"from":"upstream"}')
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  const server = createServer(async (request, response) => {
    const body = await read(request)
    const seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    upstream.seen.push(seen)
    upstream.answer(seen, response)
  })
  upstream.url = await listen(server)
  return upstream
}

/** The one element of a list. @throws Error when it has none, or more */
export function only<T>(list: readonly T[]): T {
  const [first, ...others] = list
  if (first === undefined || others.length > 0) throw new Error(`expected one, got ${list.length}`)
  return first
}
