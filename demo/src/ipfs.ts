import { type Collection, collections } from './collections.ts'
import { contractMetadata, metadata } from './metadata.ts'
import { banner, cover, hasSound, picture, sound } from './picture.ts'

/** What a gateway answers for one path. */
export interface IpfsContent {
  body: string | Uint8Array
  contentType: string
}

const json = (value: object): IpfsContent => ({
  body: JSON.stringify(value),
  contentType: 'application/json',
})
const svg = (body: string): IpfsContent => ({ body, contentType: 'image/svg+xml' })

function fileOf({ key, tokens }: Collection, file: string): IpfsContent | undefined {
  if (file === 'contract.json') return json(contractMetadata(key))
  if (file === 'banner.svg') return svg(banner(key))
  if (file === 'cover.svg') return svg(cover(key))
  const token = tokens.find(({ id }) => ['json', 'svg', 'wav'].some((ending) => file === `${id}.${ending}`))
  if (token === undefined) return undefined
  if (file.endsWith('.json')) return json(metadata(key, token.id))
  if (file.endsWith('.svg')) return svg(picture(key, token.id))
  return hasSound(key, token.id) ? { body: sound(key, token.id), contentType: 'audio/wav' } : undefined
}

/**
 * What an IPFS gateway answers for a path of the demonstration, or undefined where it has nothing.
 * Paths: `<cid>/<id>.json`, `<cid>/<id>.svg`, `<cid>/<id>.wav` where a token has a sound, `<cid>/contract.json`, `<cid>/banner.svg`, `<cid>/cover.svg`;
 * ids are decimal without leading zeros. A leading slash is allowed.
 */
export function ipfsContent(path: string): IpfsContent | undefined {
  const [cid, file, ...rest] = path.replace(/^\//, '').split('/')
  const collection = collections.find((candidate) => candidate.cid === cid)
  return collection === undefined || file === undefined || rest.length > 0
    ? undefined
    : fileOf(collection, file)
}
