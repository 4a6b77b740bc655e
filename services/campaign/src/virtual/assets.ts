import { getMedia } from '@talad/proto/http/asset-indexer/assets'
import type { virtualItemAdminHttp as http } from '@talad/proto/http/campaign/virtual-admin'
import { decide } from '@talad/shared/decision'
import { makeUploaded } from '@talad/shared/media/uploads'
import { Rejection } from '@talad/shared/rejection'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { requireOpen } from '../project/rows.ts'
import { type Answer, type Call, requireVirtual, streams } from './change.ts'
import type { Kind } from './rows.ts'

type Uploaded = z.output<NonNullable<typeof http.uploadItemAssets.body>>
/** Paths of pictures on the site, by their names. */
type Assets = Readonly<Record<string, string>>

/** CA-20: the image types of the platform. */
const TYPES: ReadonlySet<string> = new Set(
  ['jpeg', 'png', 'webp', 'avif', 'tiff'].map((type) => `image/${type}`),
)

/**
 * CA-20: pictures that were sent, made anew and stored.
 * @throws Rejection PICTURE_REFUSED, REQUIRED_PARAMETER where there is none, or one without its name
 */
export async function makeAssets({ uploads }: Pick<Deps, 'uploads'>, sent: Uploaded): Promise<Assets> {
  const { image, cover, asset, name } = sent
  if (!image && !cover && !asset) throw new Rejection('REQUIRED_PARAMETER', { field: 'image' })
  if (asset && name === undefined) throw new Rejection('REQUIRED_PARAMETER', { field: 'name' })
  if (!asset && name !== undefined) throw new Rejection('REQUIRED_PARAMETER', { field: 'asset' })
  const files = Object.entries({ image, cover, asset }).flatMap(([field, file]) =>
    file ? [{ field, file }] : [],
  )
  const made = files.map(async ({ field, file }) => {
    const source = Buffer.from(await file.arrayBuffer())
    const { r800 } = await makeUploaded(uploads, { source, field, types: TYPES })
    return [field === 'asset' ? (name ?? field) : field, getMedia.path.replace(':file', r800)]
  })
  return Object.fromEntries(await Promise.all(made))
}

/** CA-8: the same under our media host; none where there is no such host. */
export const urlsOf = ({ mediaHosts: [host] }: Pick<Deps, 'mediaHosts'>, assets: Assets) =>
  Object.fromEntries(
    Object.entries(host === undefined ? {} : assets).map(([name, path]) => [name, `https://${host}${path}`]),
  )

/** Adds pictures to those that there are, in the place of those by the same names. @throws Rejection VIRTUAL_NOT_FOUND, PROJECT_ARCHIVED */
export function addAssets<T extends object>(
  deps: Deps,
  call: Call,
  kind: Kind,
  { id, made }: { id: string; made: Assets },
  answer: Answer<T>,
): Promise<T> {
  return decide(deps, streams[kind], id, {
    call,
    action: `${kind}.upload`,
    command: async ({ tx, now }) => {
      const { row, inherited } = await requireVirtual(tx, kind, id)
      await requireOpen(tx, row.project_id)
      const terms = { partial: true, given: { assets: { ...row.assets, ...made } } } as const
      return { type: 'Change', by: call.actor.accountId, now, terms, inherited }
    },
    answer: async (_left, { tx }) => answer(await requireVirtual(tx, kind, id), tx),
  })
}
