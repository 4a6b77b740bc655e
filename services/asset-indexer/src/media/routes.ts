import { readFile } from 'node:fs/promises'
import { isSuspended } from '@talad/market/suspensions'
import { getMedia } from '@talad/proto/http/asset-indexer/assets'
import { mediaHttp } from '@talad/proto/http/asset-indexer/media'
import { MEDIA_MAX_BYTES, mediaAdminHttp } from '@talad/proto/http/asset-indexer/media-admin'
import type { App } from '@talad/shared/http/app'
import { mediaPath } from '@talad/shared/media/pictures'
import { makeUploaded } from '@talad/shared/media/uploads'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { isPlayed } from './kind.ts'

import { fetchPart, readRange } from './play.ts'
import { findMediumOf } from './store.ts'

const pathOf = (file: string) => getMedia.path.replace(':file', file)

/** Path of a media file on the site. */
export function mediaUrl(file: string | null): string | null {
  return file === null ? null : pathOf(file)
}

/** Path under which the medium of an asset is played. */
export const playPath = (assetId: string) => mediaHttp.playMedia.path.replace(':asset_id', assetId)

/** What a stranger made is shown, and never run. */
const HARMLESS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
}

/** AI-21 */
function playRoute(app: App, deps: Deps): void {
  app.route(mediaHttp.playMedia, async ({ params, request, reply }) => {
    const found = await findMediumOf(deps.db, params.asset_id)
    if (!found || !isPlayed(found.type)) throw new Rejection('NOT_FOUND')
    const { blockchain, contract: contractAddress } = found
    const item = { blockchain, contractAddress, tokenId: found.token_id.toString() }
    if (await isSuspended(deps.db, item)) throw new Rejection('ASSET_SUSPENDED') // MO-7
    const asked = request.headers.range
    const medium = { source: found.source, type: found.type }
    const { body, from, total, contentType } = await fetchPart(deps.sources, medium, readRange(asked))
    const isWhole = body.length === total
    if (asked === undefined && !isWhole) throw new Rejection('VALIDATION', { field: 'range' })
    if (asked !== undefined) reply.header('content-range', `bytes ${from}-${from + body.length - 1}/${total}`)
    await reply
      .code(asked === undefined ? 200 : 206)
      .headers({ ...HARMLESS, 'accept-ranges': 'bytes' })
      .type(contentType)
      .send(body)
    return undefined
  })
}

export function mediaRoutes(app: App, deps: Deps): void {
  playRoute(app, deps)
  app.route(mediaAdminHttp.addMedia, async ({ body }) => {
    const source = Buffer.from(body.data, 'base64')
    if (source.length > MEDIA_MAX_BYTES) throw new Rejection('PAYLOAD_TOO_LARGE')
    const made = await makeUploaded(deps.uploads, { source, field: 'data' })
    return { path: pathOf(made.r800), r360: pathOf(made.r360) }
  })

  app.route(getMedia, async ({ params, reply }) => {
    const body = await readFile(mediaPath(deps.config.MEDIA_DIR, params.file)).catch(() => undefined)
    if (!body) throw new Rejection('NOT_FOUND')
    // AI-20: named by its content, so it never changes; only ever webp that we made
    await reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .headers(HARMLESS)
      .type('image/webp')
      .send(body)
    return undefined
  })
}
