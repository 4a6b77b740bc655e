import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

/** Tokens of this folder have drawings that take long to draw, as far as their numbers are below `SLOW_TOKENS`. */
export const STRANGE_FOLDER = `b${'a'.repeat(58)}`
export const SLOW_TOKENS = 12
/** Tokens of this one have no pictures. */
export const PLAIN_FOLDER = 'plain'

const clouds = '<rect filter="url(#f)" width="400" height="400"/>'.repeat(200)
const slowDrawing = (path: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><filter id="f"><feTurbulence baseFrequency="0.05" numOctaves="9"/></filter>${clouds}<!-- ${path} --></svg>`

async function answer(path: string): Promise<{ type: string; body: string | Buffer }> {
  const [, , folder = '', ...rest] = path.split('/')
  const id = Number.parseInt(rest.at(-1) ?? '', 10) || 0
  if (path.endsWith('.json')) {
    const kind = folder === STRANGE_FOLDER && id < SLOW_TOKENS ? 'svg' : 'png'
    const body = {
      name: `Token ${id}`,
      image: `ipfs://${path.slice('/ipfs/'.length, -'json'.length)}${kind}`,
    }
    return { type: 'application/json', body: JSON.stringify(body) }
  }
  if (path.endsWith('.svg') && folder === STRANGE_FOLDER)
    return { type: 'image/svg+xml', body: slowDrawing(path) }
  const background = { r: (id >> 16) % 256, g: (id >> 8) % 256, b: id % 256 }
  const picture = sharp({ create: { width: 600, height: 600, channels: 3, background } })
  return { type: 'image/png', body: await picture.png().toBuffer() }
}

/** An IPFS gateway that has metadata of every token of every folder, and nearly always a picture. */
export async function startGateway(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    void answer(request.url ?? '').then(({ type, body }) =>
      response.writeHead(200, { 'content-type': type }).end(body),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/ipfs/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
