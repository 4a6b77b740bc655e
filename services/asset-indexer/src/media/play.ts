import { MEDIA_PART_BYTES } from '@talad/proto/http/asset-indexer/media'
import { FetchRefused } from '@talad/shared/guarded-fetch'
import { fetchSource, type SourceDeps } from '@talad/shared/media/sources'
import { Rejection } from '@talad/shared/rejection'
import { contentTypeFor } from './kind.ts'

const TIMEOUT_MS = 10_000
const RANGE = /^bytes=([0-9]{1,15})-([0-9]{1,15})?$/
const CONTENT_RANGE = /^bytes ([0-9]{1,15})-([0-9]{1,15})\/([0-9]{1,15})$/

/** Which bytes are asked for, both ends among them, at most as many as a part may have. */
type Wanted = { from: number; to: number }

/** A part of a medium: `total` of all of it. */
export type MediaPart = { body: Buffer; from: number; total: number; contentType: string }

/** @throws Rejection VALIDATION when it is no range that we serve */
export function readRange(header: string | undefined): Wanted {
  const match = RANGE.exec(header ?? 'bytes=0-')
  if (!match) throw new Rejection('VALIDATION', { field: 'range' })
  const [from, last] = [Number(match[1]), Number(match[2] ?? Number.MAX_SAFE_INTEGER)]
  if (last < from) throw new Rejection('VALIDATION', { field: 'range' })
  return { from, to: Math.min(last, from + MEDIA_PART_BYTES - 1) }
}

/** Where a part begins, and of how much, as its source says. */
function placeOf(header: string, { from }: Wanted, length: number): { from: number; total: number } {
  const [, first, last, total] = CONTENT_RANGE.exec(header) ?? []
  const fits = Number(first) === from && Number(last) === from + length - 1 && Number(total) > Number(last)
  if (!fits) throw new FetchRefused('it answers another part')
  return { from, total: Number(total) }
}

/**
 * AI-21: a part of a medium, fetched from its source for who plays it (AI-19): browsers never ask a stranger's server, and
 * nothing but what plays comes from us. A source that knows no parts is played when all of it is no larger than one.
 * @throws Rejection UNAVAILABLE when the source doesn't deliver
 */
export async function fetchPart(
  deps: SourceDeps,
  { source, type }: { source: string; type: 2 | 3 },
  wanted: Wanted,
): Promise<MediaPart> {
  const range = `bytes=${wanted.from}-${wanted.to}`
  try {
    const limits = { maxBytes: MEDIA_PART_BYTES, timeoutMs: TIMEOUT_MS, want: { range } }
    const found = await fetchSource(deps, source, limits)
    const contentType = contentTypeFor(type, source, found.type)
    if (found.part !== undefined)
      return { body: found.body, ...placeOf(found.part, wanted, found.body.length), contentType }
    const body = found.body.subarray(wanted.from, wanted.to + 1)
    if (body.length === 0) throw new FetchRefused('there is no such part')
    return { body, from: wanted.from, total: found.body.length, contentType }
  } catch (error) {
    throw error instanceof FetchRefused ? new Rejection('UNAVAILABLE') : error
  }
}
