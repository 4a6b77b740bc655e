import { stored } from '@talad/ui/browser/storage'
import { z } from 'zod'

const wording = z.object({ version: z.string(), language: z.enum(['th', 'en']).nullable() })

/** Which wordings stood on the page by which somebody signs in; until identity has noted that they agreed. */
export const shownTexts = stored(
  'talad.agreed',
  z.object({ terms: wording, privacy: wording }),
  () => window.sessionStorage,
)
