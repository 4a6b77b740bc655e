import type { Deps } from '@talad/gateway/deps'
import type { DocumentCommand } from '@talad/gateway/site/document/decide'
import type { Document } from '@talad/gateway/site/document/events'
import { isSame } from '@talad/gateway/site/document/same'
import { type DocumentStream, documentId } from '@talad/gateway/site/document/stream'
import { layouts, pages } from '@talad/gateway/site/documents'
import type { ConsumerDeps } from '@talad/shared/consumer'
import type { Db } from '@talad/shared/db'
import { callAs, decide } from '@talad/shared/decision'
import type { StoredEvent } from '@talad/shared/event-log'
import { load, type Stream } from '@talad/shared/stream'
import { holds } from '../../proof.ts'
import { hexOf } from '../order-samples.ts'
import type { SimulatedService } from '../service.ts'
import { answerOf } from '../simulation.ts'
import { type Operation, operation, pick, type Simulation } from '../workload.ts'

export type Gateway = SimulatedService<Deps & ConsumerDeps>
type Desk = { simulation: Simulation; gateway: Gateway }
type Content = { sections?: { id: string }[] }
type State = Document<Content>
/** A document as its editor has read it, and what visitors should see of it. */
export type Doc = {
  site: string
  name: 'layout-home' | 'page-terms-th'
  read: Pick<State, 'version' | 'draft'>
  shown: Content | null
  waits: { content: Content; due: Date } | undefined
  /** how often it was published */
  times: number
}
type World = Desk & { docs: Doc[] }

const READS_AGAIN = 0.7
const WAITS_AT_MOST_S = 40

/** An admin's decision, asked for again with its key where the process dies. @returns whether it was made */
export async function decideOn<S, const C extends { type: string }, E extends StoredEvent, V>(
  { simulation, gateway }: Desk,
  { of, id }: { of: Stream<S, C, E, V>; id: string },
  command: C,
): Promise<boolean> {
  const key = hexOf(`${simulation.key} ${simulation.trace.length}`, 24).slice(2)
  const call = callAs({ accountId: 'account-admin', customerId: 'join-admin' }, key, key)
  const decision = { call, action: 'site.set', command: () => command, answer: () => undefined } as const
  const said = await simulation.perform(gateway, () => answerOf(() => decide(gateway.deps, of, id, decision)))
  simulation.trace.push(`${command.type}: ${said}`)
  return said === 'done'
}

const streamOf = ({ site, name }: Doc) => ({
  of: (name === 'layout-home' ? layouts : pages).of as unknown as DocumentStream<Content>,
  id: documentId(site, name),
})

export async function stateOf({ gateway }: Pick<Desk, 'gateway'>, doc: Doc): Promise<State> {
  const { of, id } = streamOf(doc)
  return (await load(gateway.db, of, id)).state
}

function show(doc: Doc, content: Content | null): void {
  Object.assign(doc, { shown: content, waits: undefined, times: doc.times + 1 })
}

/** What has waited and is gone was published, and not before its time. */
function settle(doc: Doc, { scheduled }: State, now: Date): void {
  if (!doc.waits || scheduled) return
  holds(doc.waits.due <= now, `${doc.name} was shown before its time`)
  show(doc, doc.waits.content)
}

/** A page with other words; one more section, or one with other words. */
function edited({ name, read }: Doc, { random, trace }: Simulation): Content {
  const text = `${trace.length}`
  if (name === 'page-terms-th') return { title: text, html: [] } as Content
  const sections = read.draft?.sections ?? []
  const at = Math.floor(random() * (sections.length + 1))
  const words = { id: sections[at]?.id ?? `s${text}`, content: { title: { th: text, en: text } } }
  const nothing = { source: null, asset_ids: [], collection_ids: [], quantity: 5 }
  return { sections: sections.toSpliced(at, 1, { kind: 'card-slider', ...words, ...nothing } as never) }
}

type Rest<T> = T extends unknown ? Omit<T, 'by' | 'now' | 'version'> : never
type Asked = Rest<Exclude<DocumentCommand<Content>, { type: 'PublishDue' }>>

/** Asks for something on the version that was read. @returns the document before; undefined: it was refused */
async function ask(world: World, doc: Doc, asked: (state: State) => Asked): Promise<State | undefined> {
  const before = await stateOf(world, doc)
  const now = world.simulation.now()
  settle(doc, before, now)
  if (world.simulation.random() < READS_AGAIN) doc.read = before
  const { version } = doc.read
  const command = { ...asked(before), version, by: 'an admin', now } as DocumentCommand<Content>
  if (!(await decideOn(world, streamOf(doc), command))) return undefined
  const isRead = command.type === 'Save' || version === before.version
  holds(isRead, `${command.type} of what has changed since it was read`)
  return before
}

export const save = (world: World, doc: Doc) =>
  ask(world, doc, () => ({ type: 'Save', content: edited(doc, world.simulation), base: doc.read.draft }))

const anyDoc = ({ docs }: World) => docs

export const documentOperations: readonly Operation<World>[] = [
  operation('save', 8, anyDoc, save),
  operation('publish', 6, anyDoc, async (world, doc) => {
    const before = await ask(world, doc, () => ({ type: 'Publish', at: null }))
    if (before) show(doc, before.draft)
  }),
  operation('schedule', 8, anyDoc, async (world, doc) => {
    const { random, now } = world.simulation
    const due = new Date(now().getTime() + 1_000 * (1 + Math.floor(random() * WAITS_AT_MOST_S)))
    const before = await ask(world, doc, () => ({ type: 'Publish', at: due }))
    if (before?.draft) doc.waits = { content: before.draft, due }
  }),
  operation('unschedule', 2, anyDoc, async (world, doc) => {
    if (await ask(world, doc, () => ({ type: 'Unschedule' }))) doc.waits = undefined
  }),
  operation('roll back', 7, anyDoc, async (world, doc) => {
    const [, ...earlier] = (await stateOf(world, doc)).published
    if (earlier.length === 0) return
    const { revision, content } = pick(world.simulation.random, earlier)
    if (await ask(world, doc, () => ({ type: 'RollBack', revision }))) show(doc, content)
  }),
]

/**
 * Visitors see what was published last, and it was published as often as somebody has asked.
 * @param people who keep which revisions of a page there are
 */
export async function judgeDocument(world: World, people: Db, doc: Doc): Promise<void> {
  const state = await stateOf(world, doc)
  settle(doc, state, world.simulation.now())
  const { rows } = await world.gateway.db.query<{ content: { content: Content } }>(
    'select content from site_part where site_id = $1 and part = $2',
    [doc.site, doc.name],
  )
  holds(isSame(rows[0]?.content.content ?? null, doc.shown), `${doc.name} is not what was published last`)
  const times = state.published[0]?.revision ?? 0
  holds(times === doc.times, `${doc.name} was published ${times} times, not ${doc.times}`)
  if (doc.name !== 'page-terms-th' || times === 0) return
  const revisions = 'select revision from site_page_replica where site_id = $1'
  const known = (await people.query(revisions, [doc.site])).rows
  holds(isSame(known, [{ revision: times }]), 'identity knows another revision of a page')
}
