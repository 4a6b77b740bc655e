import { FetchRefused } from '@talad/shared/guarded-fetch'
import { fetchSource, type SourceDeps } from '@talad/shared/media/sources'
import { isPlayed, type MediaType, mediaTypes, typeByContent, typeByExtension } from './kind.ts'

const HEAD_MS = 5_000
/** What is written in the metadata itself is no larger than that. */
const MOST_INLINE = 2_000_000

/**
 * AI-21: what kind of medium an address of a stranger names: by its extension, else by the content type that its server
 * tells within five seconds, else unknown. Asked through the guarded door (AI-19).
 * @param signal of who asks: aborted, the answer is 999
 */
export async function detectMedia(
  deps: SourceDeps,
  source: string,
  signal?: AbortSignal,
): Promise<MediaType> {
  const named = typeByExtension(source)
  if (named !== undefined) return named
  const timeout = AbortSignal.timeout(HEAD_MS)
  const limits = { maxBytes: MOST_INLINE, timeoutMs: HEAD_MS, want: 'head' as const }
  try {
    const until = signal ? AbortSignal.any([timeout, signal]) : timeout
    const { type } = await fetchSource(deps, source, { ...limits, signal: until })
    return typeByContent(type)
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return signal?.aborted ? mediaTypes.aborted : mediaTypes.unknown
  }
}

/** What metadata names, and what became of the picture. */
export type Named = { animation: string | null; image: string | null; pictureFailed: boolean }
export type Medium = { source: string; type: MediaType }

/** The video or sound of an asset: what is named besides the picture, else the picture where it is none. */
export async function findMedium(deps: SourceDeps, { animation, image, pictureFailed }: Named) {
  const besides: Medium | undefined =
    animation === null ? undefined : { source: animation, type: await detectMedia(deps, animation) }
  if (isPlayed(besides?.type)) return besides
  if (image !== null) {
    // a picture is fetched anyway: only what couldn't be made one is asked about
    const type = typeByExtension(image) ?? (pictureFailed ? await detectMedia(deps, image) : undefined)
    if (isPlayed(type)) return { source: image, type }
  }
  return besides
}
