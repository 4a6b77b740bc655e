import { readFile } from 'node:fs/promises'
import { getMedia } from '@talad/proto/http/asset-indexer'
import { MEDIA_MAX_BYTES, mediaAdminHttp } from '@talad/proto/http/media-admin'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { mediaPath, PictureRefused } from './pictures.ts'

const pathOf = (file: string) => getMedia.path.replace(':file', file)

/** Path of a media file on the site. */
export function mediaUrl(file: string | null): string | null {
  return file === null ? null : pathOf(file)
}

export function mediaRoutes(app: App, deps: Deps): void {
  app.route(mediaAdminHttp.addMedia, async ({ body }) => {
    const source = Buffer.from(body.data, 'base64')
    if (source.length > MEDIA_MAX_BYTES) throw new Rejection('PAYLOAD_TOO_LARGE')
    const made = await deps.pictures.make(source).catch((error: unknown) => {
      throw error instanceof PictureRefused ? new Rejection('PICTURE_REFUSED', { field: 'data' }) : error
    })
    return { path: pathOf(made.r800), r360: pathOf(made.r360) }
  })

  app.route(getMedia, async ({ params, reply }) => {
    const body = await readFile(mediaPath(deps.config.MEDIA_DIR, params.file)).catch(() => undefined)
    if (!body) throw new Rejection('NOT_FOUND')
    // AI-20: named by its content, so it never changes; only ever webp that we made
    await reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/webp')
      .send(body)
    return undefined
  })
}
