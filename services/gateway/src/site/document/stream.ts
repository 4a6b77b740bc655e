import { type JobType, jobType } from '@talad/shared/jobs'
import { type Stream, stream } from '@talad/shared/stream'
import { z } from 'zod'
import { savePart } from '../parts.ts'
import { type DocumentCommand, decideDocument, type Merge } from './decide.ts'
import {
  type Document,
  type DocumentEvent,
  documentEvents,
  documentState,
  emptyDocument,
  evolve,
} from './events.ts'

/** `id`: of the stream. `scheduled`: the version of the event that asks for it. */
const due = z.object({ id: z.string(), scheduled: z.number() })
export type DueJob = JobType<z.infer<typeof due>>

export type DocumentStream<T> = Stream<Document<T>, DocumentCommand<T>, DocumentEvent<T>>

/** The id of a document's stream: `<site>:<document>`, as one name of a document is of one kind of stream. */
export const documentId = (siteId: string, document: string) => `${siteId}:${document}`

/** A site and the name of a document, of the id of its stream. */
export function splitId(id: string): { siteId: string; document: string } {
  const [siteId = '', document = ''] = id.split(':')
  return { siteId, document }
}

/**
 * A kind of document that a site has: drafts, what is published, what waits, what was published before.
 * @param content what it holds; what two have changed is merged only where the result is one
 * @param publish what services are told of it; nothing unless given
 */
export function documentStream<T extends object>(
  name: string,
  content: z.ZodType<T>,
  merge: Merge<T>,
  publish?: DocumentStream<T>['publish'],
) {
  const publishDue: DueJob = jobType(`${name}.publish-due`, due)
  const mergeWhole: Merge<T> = (...all) => content.safeParse(merge(...all)).data
  const of: DocumentStream<T> = stream({
    name,
    event: documentEvents(content) as z.ZodType<DocumentEvent<T>>,
    initial: emptyDocument as Document<T>,
    evolve,
    decide: (command: DocumentCommand<T>, state: Document<T>) => decideDocument(command, state, mergeWhole),
    ...(publish && { publish }),
    snapshot: { state: documentState(content), shape: 1, every: 25 },
    async save(tx, changes) {
      for (const { id, state, events } of changes) {
        const { siteId, document } = splitId(id)
        const [published] = state.published
        if (published && events.some(({ type }) => type === 'Published'))
          await savePart(tx, siteId, document, published)
        if (!state.scheduled) continue
        const { due: at, version: scheduled } = state.scheduled
        await publishDue.enqueue(tx, [{ key: `${id}:${scheduled}`, payload: { id, scheduled }, at }])
      }
    },
  })
  return { of, publishDue }
}
