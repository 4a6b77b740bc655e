import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import { payload as stored } from '@talad/proto/http/campaign/payload/modules'
import type { Names } from '@talad/proto/http/campaign/payload/substitute'
import type { VirtualCollection } from './api.ts'
import type { Kind } from './extras-draft.ts'

/** Where something is written: a collection of a project, or an item of a collection (CA-59). */
export type Level = {
  kind: Kind
  projectName: string
  /** of an item */
  collection: VirtualCollection | undefined
}

/** What lies under the payload of an item. */
export function inheritedOf({ collection }: Level): Payload | undefined {
  const read = stored.safeParse(collection?.payload ?? undefined)
  return read.success ? read.data : undefined
}

const FIRST_TOKEN = '1'

/** What the variables of a text would be; the token is the first one, to have one. */
export function namesOf({ kind, projectName, collection }: Level, name: string): Names {
  return {
    project_name: projectName,
    token_id: FIRST_TOKEN,
    collection_name: kind === 'collection' ? name : (collection?.name ?? ''),
    ...(kind === 'item' && { item_name: name }),
  }
}
