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
  /** it has happened, and isn't offered again; what was pressed still says so */
  isPast?: boolean
}

type Pressed = Props & { key: string }

/** Something that is put away, ended or deleted, once somebody has confirmed it. */
export function End(props: Props) {
  const { t } = useText()
  const { title, about, word, isPast = false } = props
  // as it was when it was pressed: a row that has changed offers the opposite, and a second try must ask for the same
  const [pressed, setPressed] = useState<Pressed>()
  return (
    <div className={isPast ? 'hidden' : 'grid justify-items-start gap-2'}>
      <p className="text-sm text-soft">{t(about)}</p>
      <Button
        size="small"
        look={word ? 'danger' : 'quiet'}
        onClick={() => setPressed({ ...props, key: crypto.randomUUID() })}
      >
        {t(title)}
      </Button>
      {pressed && (
        <DecisionDialog
          title={t(pressed.title)}
          {...(pressed.word && { word: t(pressed.word) })}
          act={() => pressed.act(pressed.key)}
          stale={pressed.onGone ? [] : [pressed.stale]}
          target={pressed.row._id}
          onClose={(isDone) => {
            setPressed(undefined)
            if (isDone) pressed.onGone?.()
          }}
        >
          <p className="font-semibold wrap-anywhere">{pressed.row.name}</p>
          <p>{t(pressed.about)}</p>
        </DecisionDialog>
      )}
    </div>
  )
}
