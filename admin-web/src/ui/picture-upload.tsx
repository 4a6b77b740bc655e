import { MEDIA_MAX_BYTES, mediaAdminHttp } from '@talad/proto/http/asset-indexer/media-admin'
import { call } from '@talad/ui/client/call'
import { Notice } from '@talad/ui/components/status'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useText } from '../i18n/index.ts'
import { messageOf } from '../lib/refusal.ts'

class TooLarge extends Error {}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const PART = 0x8000 // arguments of one call
  let text = ''
  for (let at = 0; at < bytes.length; at += PART)
    text += String.fromCharCode(...bytes.subarray(at, at + PART))
  return btoa(text)
}

/** A picture of one's own machine, for a page; it is made anew by the site. */
export function PictureUpload({ onUploaded }: { onUploaded: (path: string) => void }) {
  const { t } = useText()
  const id = useId()
  const upload = useMutation({
    async mutationFn(file: File) {
      if (file.size > MEDIA_MAX_BYTES) throw new TooLarge()
      return call(mediaAdminHttp.addMedia, { body: { data: await base64Of(file) } })
    },
    onSuccess: ({ path }) => onUploaded(path),
  })
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-semibold">
        {t('assessment.upload')}
      </label>
      <input
        id={id}
        type="file"
        accept="image/*"
        disabled={upload.isPending}
        className="w-full text-sm file:mr-3 file:min-h-10 file:rounded-md file:border file:border-line file:bg-surface file:px-3 file:font-semibold"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) upload.mutate(file)
        }}
      />
      <p className="text-sm text-soft" role="status">
        {upload.isPending ? t('assessment.uploading') : t('assessment.uploadHint')}
      </p>
      {upload.error && (
        <div role="alert">
          <Notice tone="bad">
            {upload.error instanceof TooLarge ? t('assessment.uploadTooLarge') : messageOf(upload.error)}
          </Notice>
        </div>
      )}
    </div>
  )
}
