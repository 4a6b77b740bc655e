import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CollectionKey, collections } from '@talad/demo/collections'
import { contractMetadata } from '@talad/demo/metadata'
import { hostileDrawing, hostileLinks, payloads } from './payloads.ts'

const all = collections.flatMap(({ key, tokens }) => tokens.map(({ id }) => ({ key, id })))
/** An attribute's name is cut at 100 characters, its value at 200; a payload that is cut is none. */
const TRAITS = 6

const pick = (place: number): string => payloads[place % payloads.length] ?? ''

/** Metadata of one token, all of it hostile. Every payload is in some token's name, description or traits. */
function metadataOf(key: CollectionKey, id: number, base: string): object {
  const index = all.findIndex((token) => token.key === key && token.id === id)
  const first = index * TRAITS
  const link = hostileLinks[index % hostileLinks.length]
  const drawing = `${base}/${id}.svg`
  return {
    name: pick(first),
    description: Array.from({ length: TRAITS * 2 }, (_, offset) => pick(first + offset)).join('\n'),
    // a drawing with scripts, or an address that leads nowhere good
    image: index % 3 === 0 ? link : drawing,
    external_url: link,
    animation_url: link,
    attributes: Array.from({ length: TRAITS }, (_, offset) => ({
      trait_type: pick(first + offset).slice(0, 100),
      value: pick(first + offset + 1),
      display_type: pick(first + offset + 2),
    })),
  }
}

function answer(path: string): { type: string; body: string } | undefined {
  const [, , cid = '', file = ''] = path.split('/')
  const collection = collections.find((one) => one.cid === cid)
  if (!collection) return undefined
  const [id = '', kind] = file.split('.')
  if (kind === 'svg') {
    const index = all.findIndex((token) => token.key === collection.key && token.id === Number(id))
    return { type: 'image/svg+xml', body: hostileDrawing(10_000 + index) }
  }
  const content =
    id === 'contract'
      ? { ...contractMetadata(collection.key), name: pick(3), description: pick(4) }
      : metadataOf(collection.key, Number(id), `ipfs://${cid}`)
  return { type: 'application/json', body: JSON.stringify(content) }
}

/** An IPFS gateway whose content was made by somebody who wants scripts to run. */
export async function startHostileIpfs(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const found = answer(new URL(request.url ?? '/', 'http://gateway').pathname)
    if (!found) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': found.type }).end(found.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/ipfs/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
