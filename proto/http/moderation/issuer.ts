import { z } from 'zod'
import { objectId } from '../common.ts'

/** Who an issuer is, for everybody (MO-32). */
export const issuerShown = z.object({
  issuer_id: objectId.describe('id of the issuer'),
  slug: z.string().describe('its name in addresses'),
  names: z
    .object({ th: z.string().describe('in Thai'), en: z.string().describe('in English') })
    .describe('its name for people'),
})
