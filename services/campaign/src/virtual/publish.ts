import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { CollectionChangedSchema, ItemChangedSchema } from '@talad/proto/campaign/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { COLLECTION_TOPIC } from '../../manifest.ts'
import type { Virtual, VirtualEvent } from './events.ts'

/** Every event of a collection or item becomes one message with what everybody may know; never its payload (CA-82). */
export function publish({ id, view, at, version }: Published<VirtualEvent, Virtual>): readonly Outgoing[] {
  const { projectId, place, terms, deleted } = view
  const { slug, name, archived } = terms
  const open = { projectId, slug, name, archived, deleted, at: timestampFromDate(at), revision: version }
  if (!place) {
    const collection = { ...open, collectionId: id }
    return [outgoing(COLLECTION_TOPIC, id, CollectionChangedSchema, collection)]
  }
  const item = { ...open, itemId: id, ...place }
  return [outgoing(COLLECTION_TOPIC, place.collectionId, ItemChangedSchema, item)]
}
