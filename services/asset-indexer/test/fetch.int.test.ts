import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { guardedFetch } from '@talad/shared/guarded-fetch'
import { digestOfCid, fetchSource, isContentAddressed, type SourceDeps } from '@talad/shared/media/sources'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BLOCKED, disguises } from './disguises.ts'

const limits = { maxBytes: 10_000, timeoutMs: 1_000 }

/** Names that a hostile DNS would answer with addresses of ours. */
const ZONE: Readonly<Record<string, string[]>> = {
  'loopback.test': ['127.0.0.1'],
  'private.test': ['10.1.2.3'],
  'metadata.test': ['169.254.169.254'],
  'six.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'mixed.test': ['93.184.216.34', '127.0.0.1'],
  'ula.test': ['fd00::1'],
  'nat64.test': ['64:ff9b::7f00:1'],
}

let server: Server
let base: string
let port: number
let connections = 0
/** which gateways were asked, and when */
let asked: { gateway: string; at: number }[] = []
const CONTENT = 'hello'

const pages: Readonly<
  Record<
    string,
    (path: string) => { status?: number; headers?: Record<string, string>; body?: Buffer | string }
  >
> = {
  '/ok': () => ({ headers: { 'content-type': 'Application/JSON; charset=utf-8' }, body: '{"name":"x"}' }),
  '/big': () => ({ body: Buffer.alloc(20_000) }),
  '/bomb': () => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(50_000_000)) }),
  '/zipped': () => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync('{"zipped":1}') }),
  '/odd': () => ({ headers: { 'content-encoding': 'compress' }, body: 'x' }),
  '/gone': () => ({ status: 410 }),
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = request.url ?? '/'
    if (url.startsWith('/to/')) {
      return response.writeHead(302, { location: decodeURIComponent(url.slice(4)) }).end()
    }
    if (url.startsWith('/hop/')) {
      const left = Number(url.slice(5))
      return response.writeHead(302, { location: left === 0 ? '/ok' : `/hop/${left - 1}` }).end()
    }
    if (url === '/slow') return
    const gateway = /^\/(silent|liar|honest)\//.exec(url)?.[1]
    if (gateway !== undefined) asked.push({ gateway, at: performance.now() })
    if (gateway === 'silent') return
    if (gateway !== undefined) return response.end(gateway === 'honest' ? CONTENT : 'something else')
    if (url === '/drip') {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 50)
      request.on('close', () => clearInterval(timer))
      return
    }
    const page = pages[url]?.(url) ?? { status: 404 }
    response.writeHead(page.status ?? 200, page.headers).end(page.body)
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  port = address.port
  base = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  connections = 0
  asked = []
})

const deps: SourceDeps = {
  resolve: async (host) => {
    const found = ZONE[host]
    if (!found) throw new Error('ENOTFOUND')
    return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  },
  ipfsGateways: [],
  arweaveGateway: 'http://127.0.0.1:1/',
}

const P = '$PORT'
const hostile = [
  `http://127.0.0.1:${P}/ok`,
  `http://localhost:${P}/ok`,
  `http://127.1:${P}/ok`,
  `http://2130706433:${P}/ok`,
  `http://0x7f000001:${P}/ok`,
  `http://0x7f.1:${P}/ok`,
  `http://017700000001:${P}/ok`,
  `http://0:${P}/ok`,
  `http://0.0.0.0:${P}/ok`,
  `http://127.255.255.254:${P}/ok`,
  `http://[::1]:${P}/ok`,
  `http://[::]:${P}/ok`,
  `http://[::ffff:127.0.0.1]:${P}/ok`,
  `http://[::ffff:7f00:1]:${P}/ok`,
  `http://[::127.0.0.1]:${P}/ok`,
  `http://[64:ff9b::7f00:1]:${P}/ok`,
  `http://[2002:7f00:1::]:${P}/ok`,
  `http://[fe80::1]:${P}/ok`,
  `http://[fd00:ec2::254]/latest`,
  `http://[fec0::1]/`,
  `http://[ff02::1]/`,
  'http://169.254.169.254/latest/meta-data/',
  'http://169.254.170.2/v2/credentials',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://192.0.0.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://①②⑦.⓪.⓪.①/',
  `http://127。0。0。1:${P}/ok`,
  `http://loopback.test:${P}/ok`,
  `http://LOOPBACK.test:${P}/ok`,
  'http://private.test/',
  'http://metadata.test/latest/meta-data/',
  `http://six.test:${P}/ok`,
  `http://mapped.test:${P}/ok`,
  `http://mixed.test:${P}/ok`,
  'http://ula.test/',
  'http://nat64.test/',
  'http://unknown.test/',
  `http://user:pass@127.0.0.1:${P}/ok`,
  `http://93.184.216.34@127.0.0.1:${P}/ok`,
  'http://93.184.216.34:22/',
  'http://93.184.216.34:6379@10.0.0.1/',
  'file:///etc/passwd',
  'ftp://93.184.216.34/x',
  'gopher://127.0.0.1:6379/_INFO',
  'javascript:alert(1)',
  'blob:http://127.0.0.1/x',
  'ws://127.0.0.1/',
  'http:',
  '//127.0.0.1/ok',
  '/etc/passwd',
  '',
  'ipfs://../../../../etc/passwd',
  'ipfs://bafy/%2e%2e/%2e%2e/admin',
  'ipfs://bafy?x=http://127.0.0.1',
  'ar://../admin',
  'ipfs://bafy/..%2f..%2fadmin',
  'ipfs://bafy/..\\\\admin',
  'ipfs:../admin',
  '/ipfs/../admin',
  `ar://${'a'.repeat(43)}/../admin`,
  `Qm${'a'.repeat(44)}/../../admin`,
  'Qmnotacid/x.png',
  'bafy\u0000/x.png',
  `http://93.184.216.34/${'a'.repeat(3_000)}`,
]

test('AI-19 B37 of hundreds of disguises of addresses of ours none is connected to', async () => {
  const urls = BLOCKED.flatMap((address) => disguises(address, P))
  expect(new Set([...hostile, ...urls]).size).toBeGreaterThan(300)
  const taken: string[] = []
  for (const template of urls) {
    const url = template.replace(P, String(port))
    const refused = await fetchSource(deps, url, limits).catch((error: Error) => error.name)
    if (refused !== 'FetchRefused') taken.push(url)
  }
  expect(taken).toEqual([])
  expect(connections).toBe(0)
})

test.each(hostile)('AI-19 refuses %s without a connection', async (template) => {
  const url = template.replace(P, String(port))
  await expect(fetchSource(deps, url, limits)).rejects.toMatchObject({ name: 'FetchRefused' })
  expect(connections).toBe(0)
})

test("AI-19 a private address is called 'invalid ip'", async () => {
  await expect(fetchSource(deps, `${base}/ok`, limits)).rejects.toThrow('invalid ip')
  await expect(fetchSource(deps, `http://mixed.test:${port}/ok`, limits)).rejects.toThrow('invalid ip')
})

const trusted = { ...limits, trusted: true }

test.each([
  'http://169.254.169.254/latest',
  'http://[::1]:PORT/ok',
  'http://localhost:PORT/ok',
  'http://private.test/',
])('AI-19 checks the address again when even a trusted place redirects to %s', async (template) => {
  const target = encodeURIComponent(template.replace('PORT', String(port)))
  await expect(guardedFetch(deps, `${base}/to/${target}`, trusted)).rejects.toMatchObject({
    name: 'FetchRefused',
  })
  expect(connections).toBe(1)
})

test('AI-19 our own site alone may be at a private address', async () => {
  const fetchFrom = (...ownOrigins: string[]) => fetchSource({ ...deps, ownOrigins }, `${base}/ok`, limits)
  expect((await fetchFrom(base)).body.toString()).toBe('{"name":"x"}')
  for (const others of [[], [`http://127.0.0.1:${port + 1}`], [`${base}.example`]])
    await expect(fetchFrom(...others)).rejects.toThrow('invalid ip')
})

test('AI-19 a redirect to another scheme is refused', async () => {
  const target = encodeURIComponent('file:///etc/passwd')
  await expect(guardedFetch(deps, `${base}/to/${target}`, trusted)).rejects.toThrow('invalid url')
})

test('AI-19 follows three redirects and no fourth', async () => {
  expect((await guardedFetch(deps, `${base}/hop/2`, trusted)).body.toString()).toBe('{"name":"x"}')
  await expect(guardedFetch(deps, `${base}/hop/3`, trusted)).rejects.toThrow('too many redirects')
})

test('AI-19 bounds the size, also of what is unpacked', async () => {
  await expect(guardedFetch(deps, `${base}/big`, trusted)).rejects.toThrow('too large')
  // unpacked on a slow machine too
  await expect(guardedFetch(deps, `${base}/bomb`, { ...trusted, timeoutMs: 60_000 })).rejects.toThrow(
    'too large',
  )
  expect((await guardedFetch(deps, `${base}/zipped`, trusted)).body.toString()).toBe('{"zipped":1}')
  await expect(guardedFetch(deps, `${base}/odd`, trusted)).rejects.toThrow('unknown content encoding')
})

test('AI-19 bounds the time of silence and of dripping', async () => {
  const short = { ...trusted, timeoutMs: 200 }
  await expect(guardedFetch(deps, `${base}/slow`, short)).rejects.toThrow('timed out')
  await expect(guardedFetch(deps, `${base}/drip`, short)).rejects.toThrow('timed out')
  const never = { ...deps, resolve: () => new Promise<never>(() => undefined) }
  await expect(guardedFetch(never, 'http://slow-dns.test/', short)).rejects.toThrow('timed out')
})

test('AI-19 tells the type without parameters, and other answers than 200 are failures', async () => {
  expect((await guardedFetch(deps, `${base}/ok`, trusted)).type).toBe('application/json')
  await expect(guardedFetch(deps, `${base}/gone`, trusted)).rejects.toThrow('answered 410')
})

test('AI-19 reads data URLs of bounded size', async () => {
  const read = (url: string) => fetchSource(deps, url, limits)
  expect((await read('data:application/json;base64,eyJhIjoxfQ==')).body.toString()).toBe('{"a":1}')
  expect((await read('data:,a%20b')).body.toString()).toBe('a b')
  await expect(read(`data:,${'x'.repeat(10_001)}`)).rejects.toThrow('too large')
  expect((await read('data:application/json;utf8,{"name":"100% Cotton"}')).body.toString()).toBe(
    '{"name":"100% Cotton"}',
  )
  const svg = '<svg width="100%" fill="%23f00"/>'
  expect((await read(`data:image/svg+xml;utf8,${svg}`)).body.toString()).toBe(
    '<svg width="100%" fill="#f00"/>',
  )
  await expect(read('data:,%E0%A4%A')).rejects.toThrow('invalid url')
})

const cid = `Qm${'Z'.repeat(44)}`
const arweave = `${'aB_-'.repeat(10)}abc`

test.each([
  [`ipfs://${cid}/Wookz#525.png`, `/${cid}/Wookz%23525.png`],
  [`ipfs://${cid}/Jolly Roger %230865.png`, `/${cid}/Jolly%20Roger%20%230865.png`],
  [`ipfs://${cid}/ปลากัด 1.png`, `/${cid}/${encodeURIComponent('ปลากัด 1.png')}`],
  [`ipfs://${cid}/[1].png`, `/${cid}/%5B1%5D.png`],
  [`ipfs://${cid}/100%/a?.png`, `/${cid}/100%25/a%3F.png`],
  [`ipfs:${cid}`, `/${cid}`],
  [`ipfs:/${cid}/a.png`, `/${cid}/a.png`],
  [`ipfs://ipfs/${cid}/a.png`, `/${cid}/a.png`],
  [`/ipfs/${cid}/a.png`, `/${cid}/a.png`],
  [`ipfs/${cid}/a.png`, `/${cid}/a.png`],
  [cid, `/${cid}`],
  [cidOf(CONTENT), `/${cidOf(CONTENT)}`],
  [`${cid}/a b.png`, `/${cid}/a%20b.png`],
  [`ar://${arweave}`, `/${arweave}`],
  [`ar://${arweave}?ext=png`, `/${arweave}`],
  [`ar://${arweave}/my pic.png`, `/${arweave}/my%20pic.png`],
])('AI-19 AI-23 %s is asked of a gateway as %s', async (source, path) => {
  let at = ''
  const gateway = createServer((request, response) => {
    at = request.url ?? ''
    response.end(CONTENT)
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const address = gateway.address()
  const url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/`
  const from = { ...deps, ipfsGateways: [url], arweaveGateway: url }
  expect((await fetchSource(from, source, limits)).body.toString()).toBe(CONTENT)
  expect(at).toBe(path)
  expect(isContentAddressed(source)).toBe(true)
  gateway.closeAllConnections()
  gateway.close()
})

test('AI-23 asks the next gateway when one fails or is slow, and the first good answer wins', async () => {
  const at = (...gateways: string[]) => ({ ...deps, ipfsGateways: gateways, raceAfterMs: 50 })
  expect((await fetchSource(at(`${base}/nothing/`, base), 'ipfs://ok', limits)).body.toString()).toContain(
    'name',
  )
  expect(
    (await fetchSource(at('http://127.0.0.1:1', base), 'ipfs://ipfs/ok', limits)).body.toString(),
  ).toContain('name')
  await expect(fetchSource(at(`${base}/nothing/`), 'ipfs://ok', limits)).rejects.toThrow('answered 404')
})

/** The CIDv1 of raw bytes. */
function cidOf(content: string): string {
  const digest = createHash('sha256').update(content).digest()
  let value = BigInt(`0x01551220${digest.toString('hex')}`) << 2n
  let cid = ''
  for (let n = 0; n < 58; n++, value >>= 5n)
    cid = 'abcdefghijklmnopqrstuvwxyz234567'[Number(value & 31n)] + cid
  return `b${cid}`
}

test('AI-23 of three gateways each is asked 2 s after a silent one, at once after a liar, and the first content of the right hash wins', async () => {
  const gateways = (...names: string[]) => ({
    ...deps,
    ipfsGateways: names.map((name) => `${base}/${name}/`),
  })
  const read = async (from: SourceDeps) => {
    asked = []
    const { body } = await fetchSource(from, `ipfs://${cidOf(CONTENT)}`, { ...limits, timeoutMs: 60_000 })
    return [body.toString(), ...asked.map(({ gateway }) => gateway)]
  }
  expect(await read(gateways('silent', 'silent', 'honest'))).toEqual([CONTENT, 'silent', 'silent', 'honest'])
  const pauses = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0))
  for (const pause of pauses) expect(pause).toBeGreaterThan(1_500)
  expect(await read(gateways('liar', 'liar', 'honest'))).toEqual([CONTENT, 'liar', 'liar', 'honest'])
  expect(await read(gateways('honest', 'liar', 'silent'))).toEqual([CONTENT, 'honest'])
  await expect(read(gateways('liar', 'liar', 'liar'))).rejects.toThrow('content has another hash')
})

test('AI-23 knows the hash of a raw CID', async () => {
  const digest = createHash('sha256').update(CONTENT).digest()
  expect(digestOfCid(cidOf(CONTENT))).toBe(digest.toString('hex'))
  expect(digestOfCid('bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi')).toBeUndefined()
})
