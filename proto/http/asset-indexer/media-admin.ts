import { z } from 'zod'
import { base, endpoint } from '../contract.ts'

/** The largest picture that is taken, in bytes. */
export const MEDIA_MAX_BYTES = 10_000_000
/** Of the same in base64, with what stands around it. */
const LARGEST_BODY = Math.ceil(MEDIA_MAX_BYTES / 3) * 4 + 1_024

export const mediaAdminHttp = {
  /** AI-20: what is served is made anew by the image worker, never what was sent. */
  addMedia: endpoint({
    name: 'addMedia',
    service: 'asset-indexer',
    method: 'POST',
    path: `${base.admin}/media`,
    auth: { kind: 'admin', permission: 'assessment.write' },
    summary: 'Keep a picture of the site, for the pages of assessments; the same one again is the same file',
    body: z.strictObject({
      data: z
        .base64()
        .min(1)
        .max(LARGEST_BODY)
        .describe('the file in base64, at most 10,000,000 bytes: JPEG, PNG, WebP, AVIF, TIFF, GIF or SVG'),
    }),
    status: 201,
    response: z.object({
      path: z.string().describe('path of the picture on the site, at most 800 pixels wide and high'),
      r360: z.string().describe('path of a smaller one, at most 360 pixels'),
    }),
    errors: ['validation', 'picture_refused'],
    largestBody: LARGEST_BODY,
    limit: 'write',
    slow: true,
  }),
}
