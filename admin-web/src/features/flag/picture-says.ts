import type { FlagCaseDetail } from '@talad/proto/http/moderation/flagging-case'
import type { TextKey } from '../../i18n/index.ts'

type Pictures = NonNullable<NonNullable<FlagCaseDetail['since_decision']>['picture']>

/** AW-6: what has become of the picture of an item, in words. An empty address: there is none. */
export function pictureSays({ before, after, alike }: Pictures): TextKey {
  if (!after) return 'flag.pictureGone'
  if (!before) return 'flag.pictureNew'
  if (alike === null) return 'flag.pictureUnclear'
  return alike ? 'flag.pictureAlike' : 'flag.pictureOther'
}
