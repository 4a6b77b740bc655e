import { Button } from '@talad/ui/components/button'
import { useState } from 'react'
import { type TextKey, useText } from '../../i18n/index.ts'
import { DecisionDialog } from '../../ui/decision.tsx'

type Props = {
  row: { _id: string; name: string }
  title: TextKey
  about: TextKey
  /** typed by hand: it can't be taken back */
  word?: TextKey
  /** begins the keys of what it makes old */
  stale: string
  act: (key: string) => Promise<unknown>
  /** it is gone, and can't be read again */
  onGone?: () => void
}

/** Something that is put away, ended or deleted, once somebody has confirmed it. */
export function End({ row, title, about, word, stale, act, onGone }: Props) {
  const { t } = useText()
  const [key, setKey] = useState<string>()
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm text-soft">{t(about)}</p>
      <Button size="small" look={word ? 'danger' : 'quiet'} onClick={() => setKey(crypto.randomUUID())}>
        {t(title)}
      </Button>
      {key !== undefined && (
        <DecisionDialog
          title={t(title)}
          {...(word && { word: t(word) })}
          act={() => act(key)}
          stale={onGone ? [] : [stale]}
          target={row._id}
          onClose={(isDone) => {
            setKey(undefined)
            if (isDone) onGone?.()
          }}
        >
          <p className="font-semibold wrap-anywhere">{row.name}</p>
          <p>{t(about)}</p>
        </DecisionDialog>
      )}
    </div>
  )
}
