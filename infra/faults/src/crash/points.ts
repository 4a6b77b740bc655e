import { readdir, readFile } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { root } from '@talad/dev/config'
import { type Code, readCode } from './read-code.ts'
import type { Generic } from './stack.ts'

/** What can outlive a process, or is seen outside of it. */
export type Kind = 'commit' | 'save' | 'notify' | 'publish' | 'offset' | 'call' | 'broadcast' | 'forward'

/** A place in the sources at which something is committed, sent, saved or asked for. */
export type Point = {
  kind: Kind
  /** `shipping-payment/topup/change.ts`, `_shared/relay.ts` */
  path: string
  /** lines of the call */
  from: number
  to: number
  /** the kind of message that is consumed, for a consumer */
  message?: string
}

/** The kit's plumbing: whoever uses it is the point. */
const PLUMBING = [
  'db',
  'decision',
  'stream',
  'lost-race',
  'lease',
  'loop',
  'lanes',
  'event-log',
  'telemetry',
  'context',
  'inbox',
]
/** The embedded bus is no part of the system under proof, which runs on Kafka. */
const OTHER = /\/(generated|testing)\/|\.test\.ts$|\/bus\/postgres|\/sql\//
/** A function with such a parameter commits what it is given: its caller is the point. */
const GIVEN = new Set(['work', 'command', 'next', 'patch'])
const MAKERS = [
  '_shared/db.ts inTx',
  '_shared/stream.ts transact',
  '_shared/stream.ts change',
  '_shared/decision.ts decide',
]
/** How the kit, and what several services know of the market, are imported. */
const PACKAGES = { '@talad/shared/': '_shared', '@talad/market/': '_market' }
/** What declares how a message is handled; its schema names the message. */
const CONSUMERS = new Set(['consumer', 'onLedger', 'replica'])
const WRITE = /\b(insert\s+into|delete\s+from|update\s+[\w.]+(\s+\w+)?\s+set)\b/i
const READ_ONLY = /^set transaction .*read only$/
const POOL = /(^|\.)(db|client|owner)$/

type Source = Code & { path: string; lines: number }

async function sources(): Promise<Source[]> {
  const services = join(root, 'services')
  const names = await readdir(services, { recursive: true })
  const files = names.filter(
    (name) => /^[^/]+\/src\/.*\.ts$/.test(name.split(sep).join('/')) && !OTHER.test(`/${name}`),
  )
  return Promise.all(
    files.sort().map(async (name) => {
      const file = join(services, name)
      const text = await readFile(file, 'utf8')
      const path = relative(services, file).split(sep).join('/').replace('/src/', '/')
      return { path, lines: text.split('\n').length, ...readCode(file, text) }
    }),
  )
}

/** Which function a name is in a file, by where it is declared: `_shared/db.ts inTx`. */
function originOf({ path, declared, imported }: Source, name: string): string | undefined {
  if (declared.has(name)) return `${path} ${name}`
  const found = imported.get(name)
  if (found?.from.startsWith('.')) return `${posix.join(posix.dirname(path), found.from)} ${found.name}`
  for (const [name, folder] of Object.entries(PACKAGES))
    if (found?.from.startsWith(name)) return `${folder}/${found.from.slice(name.length)}.ts ${found.name}`
  return undefined
}

/** Functions that run what they are given in a transaction, found from `inTx` outwards, with what they are called. */
function runnersOf(all: readonly Source[]): { runners: Set<string>; generic: Generic } {
  const runners = new Set(MAKERS)
  const generic: Generic = []
  for (let more = true; more; ) {
    more = false
    for (const source of all)
      for (const { callee, within } of source.calls) {
        if (within === undefined || within.name === '') continue
        if (!runners.has(originOf(source, callee) ?? '')) continue
        const runner = `${source.path} ${within.name}`
        if (runners.has(runner) || !within.parameters.some((name) => GIVEN.has(name))) continue
        runners.add(runner)
        generic.push({ path: source.path, from: within.from, to: within.to })
        more = true
      }
  }
  return { runners, generic }
}

function pointsIn(source: Source, runners: ReadonlySet<string>): Point[] {
  const { path, calls, imported } = source
  return calls.flatMap((call): Point[] => {
    const { callee, text, literals, from, to } = call
    const at = { path, from, to }
    if (runners.has(originOf(source, callee) ?? ''))
      return literals.some((one) => READ_ONLY.test(one)) ? [] : [{ kind: 'commit', ...at }]
    const schema = /\b([A-Z]\w+)Schema\b/.exec(text)?.[1]
    if (CONSUMERS.has(callee) && schema && !text.startsWith('consumer<D'))
      return [{ kind: 'commit', ...at, message: schema }]
    if (/(^|\.)query$/.test(callee)) {
      const receiver = callee.slice(0, -'.query'.length)
      if (!POOL.test(receiver)) return []
      if (literals.some((one) => WRITE.test(one))) return [{ kind: 'save', ...at }]
      if (literals.some((one) => one.includes('pg_notify('))) return [{ kind: 'notify', ...at }]
      // by hand: the transaction is named by where its connection was taken
      const around = call.within ?? at
      return literals.includes('commit') ? [{ kind: 'commit', path, from: around.from, to: around.to }] : []
    }
    if (/\bbus\.publish$/.test(callee)) return [{ kind: 'publish', ...at }]
    if (/\bcommitOffsetsIfNecessary$/.test(callee)) return [{ kind: 'offset', ...at }]
    if (/\.send$/.test(callee) && literals.includes('eth_sendRawTransaction'))
      return [{ kind: 'broadcast', ...at }]
    if (callee === 'saveReaderCursor' && !text.startsWith('saveReaderCursor(tx'))
      return [{ kind: 'save', ...at }]
    // `make` is one of the two `request` of node:http and node:https
    if (callee === 'fetch' || (callee === 'make' && imported.has('httpRequest')))
      return [{ kind: 'call', ...at }]
    if (callee === 'reply.from') return [{ kind: 'forward', ...at }]
    return []
  })
}

/** All points that the sources of the services and the kit hold, and the lines that are plumbing. */
export async function enumerate(): Promise<{ points: Point[]; generic: Generic }> {
  const all = await sources()
  const plumbing = all.filter(({ path }) => PLUMBING.some((name) => path === `_shared/${name}.ts`))
  const { runners, generic } = runnersOf(all.filter((one) => !plumbing.includes(one)))
  const isGeneric = ({ path, from }: Point) =>
    generic.some((range) => range.path === path && range.from <= from && from <= range.to)
  const points = all
    .filter((one) => !plumbing.includes(one))
    .flatMap((one) => pointsIn(one, runners))
    .filter((point) => !isGeneric(point))
  return {
    points,
    generic: [...generic, ...plumbing.map(({ path, lines }) => ({ path, from: 1, to: lines }))],
  }
}
