import { stored } from '@talad/ui/browser/storage'
import { z } from 'zod'

/** Which wordings stood on the page by which somebody signs in; until identity has noted that they agreed. */
export const shownTexts = stored(
  'talad.agreed',
  z.object({ terms: z.string(), privacy: z.string() }),
  () => window.sessionStorage,
)
