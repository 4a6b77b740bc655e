import { Button } from '@talad/ui/components/button'
import { useState } from 'react'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { DecisionDialog } from '../../../ui/decision.tsx'
import { useProject } from '../api.ts'
import { VIRTUAL, type Virtual } from './api.ts'

type Props = {
  row: Virtual
  archive: (change: { _id: string; updated: string; archived: boolean }, key: string) => Promise<unknown>
  remove: (id: string, key: string) => Promise<unknown>
  /** it is gone */
  onGone: () => void
}

const DELETE = { title: 'virtual.delete', about: 'virtual.deleteText', word: 'word.delete' } as const

/** CA-17: puts it away and takes it out again, or deletes it where nobody has anything of it. */
export function Ends({ row, archive, remove, onGone }: Props) {
  const { mayChange } = useProject()
  const { _id, updated, archived } = row
  if (!mayChange('project.write')) return null
  const isUnused = row.mint_count + row.mint_reserve === 0
  return (
    <section className="grid gap-5 rounded-lg border border-line p-4 md:p-5">
      <End
        row={row}
        title={archived ? 'virtual.reopen' : 'virtual.archive'}
        about={archived ? 'virtual.reopenText' : 'virtual.archiveText'}
        act={(key) => archive({ _id, updated, archived: !archived }, key)}
      />
      {isUnused && <End row={row} {...DELETE} act={(key) => remove(_id, key)} onDone={onGone} />}
    </section>
  )
}

type EndProps = {
  row: Virtual
  title: TextKey
  about: TextKey
  word?: TextKey
  act: (key: string) => Promise<unknown>
  onDone?: () => void
}

function End({ row, title, about, word, act, onDone }: EndProps) {
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
          // what is gone can't be read again
          stale={onDone ? [] : [VIRTUAL]}
          target={row._id}
          onClose={(isDone) => {
            setKey(undefined)
            if (isDone) onDone?.()
          }}
        >
          <p className="font-semibold wrap-anywhere">{row.name}</p>
          <p>{t(about)}</p>
        </DecisionDialog>
      )}
    </div>
  )
}
