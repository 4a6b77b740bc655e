import { z } from 'zod'

/** MO-7: what those are told whose things are suspended; what moderators note stays among them. */
export const suspensionReason = z.enum(['stolen', 'copied', 'ordered', 'reported'])
export type SuspensionReason = z.infer<typeof suspensionReason>
