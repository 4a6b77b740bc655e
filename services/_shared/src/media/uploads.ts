import { Rejection } from '../rejection.ts'
import { type PictureMaker, PictureRefused, type Pictures } from './pictures.ts'

/**
 * A picture that somebody has sent, made anew by the worker (AI-20): nothing else that was in the file is kept.
 * @param types the only ones that are taken
 * @throws Rejection PICTURE_REFUSED with the field that it came in
 */
export function makeUploaded(
  maker: PictureMaker,
  { source, field, types }: { source: Buffer; field: string; types?: ReadonlySet<string> },
): Promise<Pictures> {
  return maker.make(source, types).catch((error: unknown) => {
    throw error instanceof PictureRefused ? new Rejection('PICTURE_REFUSED', { field }) : error
  })
}
