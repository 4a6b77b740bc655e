import { type SuspensionReason, suspensionReason } from '@talad/proto/http/moderation/suspension-reason'
import type { TextKey } from '../../i18n/index.ts'

/** MO-7: what sellers and makers may be told. */
export const reasons: readonly SuspensionReason[] = suspensionReason.options

export const reasonTexts = {
  stolen: 'suspension.told.stolen',
  copied: 'suspension.told.copied',
  ordered: 'suspension.told.ordered',
  reported: 'suspension.told.reported',
} as const satisfies Record<SuspensionReason, TextKey>
