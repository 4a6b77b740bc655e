import { MEDIA_MAX_BYTES } from '@talad/proto/http/asset-indexer/media-admin'
import { entryName } from '@talad/proto/http/campaign/virtual-shapes'
import { buttonClass } from '@talad/ui/components/button'
import { useMutation } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { useText } from '../../../i18n/index.ts'
import { messageOf } from '../../../lib/refusal.ts'

/** Uploads a picture under a name, and says where it is; undefined: there is nothing yet that it would belong to. */
export type Upload = (name: string, file: File) => Promise<string | undefined>
export const UploadContext = createContext<Upload | undefined>(undefined)

class Unfit extends Error {}

type Props = { name: string; onUploaded: (address: string) => void }

/** CA-20: a picture of one's own machine, made anew by the site. */
export function UploadCell({ name, onUploaded }: Props) {
  const { t } = useText()
  const upload = use(UploadContext)
  const sent = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MEDIA_MAX_BYTES || !entryName.safeParse(name).success) throw new Unfit()
      return upload?.(name, file)
    },
    onSuccess: (address) => address !== undefined && onUploaded(address),
  })
  if (!upload) return null
  return (
    <div className="grid content-start gap-1">
      <label
        className={`${buttonClass('quiet', 'small')} mt-5 cursor-pointer has-disabled:opacity-55 has-focus-visible:outline-3 has-focus-visible:outline-leaf`}
      >
        {t(sent.isPending ? 'assessment.uploading' : 'payload.upload')}
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif,image/tiff"
          className="sr-only"
          aria-label={t('payload.uploadFor', { name })}
          disabled={sent.isPending}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) sent.mutate(file)
            target.value = ''
          }}
        />
      </label>
      {sent.error && (
        <p role="alert" className="text-sm text-chili">
          {sent.error instanceof Unfit ? t('payload.uploadUnfit') : messageOf(sent.error)}
        </p>
      )}
    </div>
  )
}
