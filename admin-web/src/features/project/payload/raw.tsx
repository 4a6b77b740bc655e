import { hasDuplicateKeys } from '@talad/proto/http/campaign/payload/duplicate-keys'
import { useId, useState } from 'react'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { fromPayloadDraft, type PayloadDraft, toPayloadDraft } from './draft.ts'
import { useFaultText } from './fault-words.ts'
import type { Faults } from './faults.ts'

const textOf = (draft: PayloadDraft) => JSON.stringify(fromPayloadDraft(draft) ?? {}, null, 2)

/** What a text is as a payload, or why it is none: it is no JSON, no object, or would lose what a key was given first. */
function read(text: string): PayloadDraft | TextKey {
  try {
    const given: unknown = JSON.parse(text)
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return 'payload.notJson'
    if (hasDuplicateKeys(text)) return 'payload.keyTwice'
    const isEmpty = Object.keys(given).every((name) => name === 'version')
    return toPayloadDraft(isEmpty ? null : { ...given })
  } catch {
    return 'payload.notJson'
  }
}

type Props = {
  draft: PayloadDraft
  faults: Faults
  onChange: (draft: PayloadDraft) => void
  /** told whether what is written can be read; what can't is not saved */
  onReadable: (isReadable: boolean) => void
}

/** The payload as it is sent; what is written here is in the fields at once. */
export function RawPayload({ draft, faults, onChange, onReadable }: Props) {
  const { t } = useText()
  const id = useId()
  const words = useFaultText()
  const [text, setText] = useState(() => textOf(draft))
  const found = read(text)
  const fault = typeof found === 'string' ? found : undefined
  return (
    <div className="grid max-w-4xl gap-2">
      <label htmlFor={id} className="text-sm font-semibold">
        {t('payload.json')}
      </label>
      <textarea
        id={id}
        value={text}
        rows={24}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={fault !== undefined || faults.size > 0 || undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => {
          setText(target.value)
          const next = read(target.value)
          onReadable(typeof next !== 'string')
          if (typeof next !== 'string') onChange(next)
        }}
        className="w-full rounded-md border border-line bg-surface p-4 font-mono text-sm focus-visible:border-leaf focus-visible:outline-2 aria-invalid:border-chili"
      />
      <div id={`${id}-note`}>
        {fault && (
          <p role="alert" className="text-sm text-chili">
            {t(fault)}
          </p>
        )}
        <ul className="grid gap-1 text-sm text-chili">
          {[...faults].map(([path, message]) => (
            <li key={path}>
              <code className="wrap-anywhere">{path || t('payload.whole')}</code>: {words(message)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
