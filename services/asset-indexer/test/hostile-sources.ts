import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { hostilePictures } from './hostile-pictures.ts'

export type Answer = (response: ServerResponse) => void
export const sent =
  (body: Buffer | string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(200, headers).end(body)
export const json = (about: object) => sent(JSON.stringify(about))
/** What is answered, and how the fetch of it ends: frozen when something of it is kept. */
export type Hostile = { answer: Answer; ends: 'frozen' | 'failed' }

/** A redirect of the maker into our own network. */
const towards =
  (url: string): Answer =>
  (response) =>
    void response.writeHead(302, { location: url }).end()

/** Metadata, one of it good. @param inside an address of our own network */
export const hostileMetadata = (inside: string): Record<string, Hostile> => ({
  'two megabytes': { answer: json({ name: 'a'.repeat(2_000_000) }), ends: 'failed' },
  'fifty megabytes in fifty kilobytes': {
    answer: (response) => sent(gzipSync(Buffer.alloc(50_000_000)), { 'content-encoding': 'gzip' })(response),
    ends: 'failed',
  },
  silent: { answer: () => undefined, ends: 'failed' },
  'a byte now and then': {
    answer(response) {
      const timer = setInterval(() => response.write(' '), 200)
      response.on('close', () => clearInterval(timer))
    },
    ends: 'failed',
  },
  'an address within': { answer: towards(inside), ends: 'failed' },
  'a page': {
    answer: sent('<html><script>alert(1)</script>', { 'content-type': 'application/json' }),
    ends: 'failed',
  },
  'depth without end': { answer: sent('['.repeat(400_000)), ends: 'failed' },
  'letters that are none': {
    answer: sent(
      Buffer.concat([Buffer.from('{"name":"a'), Buffer.from('fffec0afeda080', 'hex'), Buffer.from('z"}')]),
    ),
    ends: 'frozen',
  },
  'ten thousand traits': {
    answer: json({
      attributes: Array.from({ length: 10_000 }, (_, n) => ({ trait_type: `Trait ${n}`, value: String(n) })),
    }),
    ends: 'frozen',
  },
  'keys of another kind': {
    answer: sent('{"name":"Kind","__proto__":{"image":"ipfs://p/good"},"constructor":{"prototype":{}}}'),
    ends: 'frozen',
  },
  good: { answer: json({ name: 'Good', image: 'ipfs://p/good' }), ends: 'frozen' },
})

/** Of these the hostile part is passed over, and a picture is left. */
const READABLE = new Set(['svg: a script', 'png: a comment of 200 MB'])
const FILES = [...READABLE, 'svg: a file of ours', 'png: says it is fifty thousand wide']

/** Pictures. @param inside an address of our own network */
export async function hostileSources(inside: string): Promise<Record<string, Hostile>> {
  const files = (await hostilePictures()).filter(({ what }) => FILES.includes(what))
  return {
    'a page that is called a picture': {
      answer: sent('<html>', { 'content-type': 'image/png' }),
      ends: 'failed',
    },
    'an address within': { answer: towards(inside), ends: 'failed' },
    'thirty megabytes': { answer: sent(Buffer.alloc(30_000_000)), ends: 'failed' },
    ...Object.fromEntries(
      files.map(({ what, bytes }): [string, Hostile] => [
        what,
        {
          answer: sent(bytes, { 'content-type': 'image/jpeg' }),
          ends: READABLE.has(what) ? 'frozen' : 'failed',
        },
      ]),
    ),
  }
}
