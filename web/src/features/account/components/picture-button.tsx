import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { say } from '@talad/ui/browser/toast'
import { useOwnText } from '../../../i18n/own.ts'
import { useProfile } from '../../../market/people/profile.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { useSetPicture } from '../api/picture.ts'

/** The way to be shown by the picture of something of one's own (ID-39), and back; without an asset, only back. */
export default function PictureButton({ asset }: { asset?: Asset }) {
  const { t } = useOwnText()
  const shown = useProfile().data?.profilePictureUrl
  const { mutate, isPending } = useSetPicture()
  if (shown === undefined) return null
  const isUsable = asset !== undefined && asset.image.r360 !== null && !asset.dynamic.suspended
  const isShown = shown !== null && (asset === undefined || shown === asset.image.r360)
  if (!isShown && !isUsable) return null
  const change = () =>
    mutate(isShown || !asset ? null : asset._id, {
      onSuccess: ({ profilePictureUrl: now }) => say(t(now ? 'picture.set' : 'picture.removed'), 'success'),
      onError: (error) => say(messageOf(error), 'error'),
    })
  return (
    <button
      type="button"
      aria-disabled={isPending}
      onClick={() => isPending || change()}
      className="inline-flex min-h-11 items-center text-sm text-soft underline underline-offset-4 hover:text-ink aria-disabled:opacity-60"
    >
      {t(isShown ? 'picture.remove' : 'picture.use')}
    </button>
  )
}
