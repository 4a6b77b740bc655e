import { pool_name as poolNameInput } from '@talad/proto/http/campaign/coupon-shapes'
import { focusFault } from '@talad/ui/browser/focus-fault'
import { saveFile } from '@talad/ui/browser/save-file'
import { patiently } from '@talad/ui/client/patiently'
import { refetch } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { TextArea, TextField } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import { csvOf } from '@talad/ui/format/csv'
import { formatCount } from '@talad/ui/format/money'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { messageOf } from '../../../lib/refusal.ts'
import { useAddress } from '../../../ui/data-table/use-address.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { useProject } from '../api.ts'
import { type Imported, importCodes, POOLS } from './api.ts'
import { importFile, LARGEST_FILE } from './import-file.ts'
import { lineFault } from './line-fault.ts'

const MOST_SHOWN = 20

/** AW-10: codes of a file, or typed, come into a pool; what becomes of each line is told. */
export function ImportForm({ poolName }: { poolName: string }) {
  const { t } = useText()
  const { project } = useProject()
  const { change } = useAddress()
  const id = useId()
  const [name, setName] = useState(poolName)
  const [text, setText] = useState('')
  const [file, setFile] = useState<File>()
  const [isChecked, setChecked] = useState(false)
  const given = file ?? (text.trim() === '' ? undefined : new File([text], 'codes.txt'))
  const [progress, setProgress] = useState<{ sent: number; all: number }>()
  const pool = poolNameInput.safeParse(name)
  const isFile = given !== undefined && given.size > 0 && given.size <= LARGEST_FILE
  const isNameWrong = isChecked && !pool.success
  const isFileWrong = isChecked && !isFile
  const sent = useMutation({
    mutationFn: async ({ pool_name, codes }: { pool_name: string; codes: File }) => {
      const { signal } = new AbortController() // what has begun goes on wherever one looks meanwhile
      const send = (part: File) =>
        patiently(() => importCodes({ space_id: project._id, pool_name }, part), signal)
      return importFile(codes, send, (done, all) => setProgress({ sent: done, all }))
    },
    onSettled: () => {
      setProgress(undefined)
      return refetch(POOLS)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (pool.success && isFile) sent.mutate({ pool_name: pool.data, codes: given })
    else focusFault(event.currentTarget)
  }
  if (sent.data)
    return (
      <Outcome
        imported={sent.data}
        onClose={() => change({ pool: sent.variables.pool_name, id: undefined, at: undefined })}
      />
    )
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <h2 className="text-lg">{t('pool.import')}</h2>
      <TextField
        label={t('coupon.pool')}
        hint={t('pool.nameHint')}
        error={isNameWrong ? t('pool.nameHint') : undefined}
        value={name}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-sm font-semibold">
          {t('pool.file')}
        </label>
        <input
          id={id}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          aria-describedby={`${id}-note`}
          aria-invalid={isFileWrong ? true : undefined}
          onChange={({ target }) => setFile(target.files?.[0])}
          className="w-full text-sm"
        />
        <p
          id={`${id}-note`}
          role={isFileWrong ? 'alert' : undefined}
          className={`text-sm ${isFileWrong ? 'text-chili' : 'text-soft'}`}
        >
          {t('pool.fileHint')}
        </p>
      </div>
      {!file && (
        <TextArea
          label={t('pool.typed')}
          hint={t('pool.typedHint')}
          value={text}
          rows={6}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      {sent.error && (
        <div role="alert">
          <Notice tone="bad">{messageOf(sent.error)}</Notice>
        </div>
      )}
      {progress && (
        <label className="grid gap-1 text-sm text-soft">
          {t('pool.progress', { sent: formatCount(progress.sent), all: formatCount(progress.all) })}
          <progress value={progress.sent} max={progress.all} className="w-full accent-leaf" />
        </label>
      )}
      <div>
        <Button type="submit" size="small" busy={sent.isPending}>
          {t('pool.import')}
        </Button>
      </div>
    </form>
  )
}

function Outcome({ imported, onClose }: { imported: Imported; onClose: () => void }) {
  const { t } = useText()
  const { added, duplicateInFile, duplicateInPool } = imported
  const invalid = imported.invalid.map(({ line, error }) => {
    const { key, values } = lineFault(error)
    return { line, error: t(key, values) }
  })
  const save = () =>
    saveFile(
      'talad-codes-not-added.csv',
      csvOf([[t('pool.line'), t('pool.error')], ...invalid.map(({ line, error }) => [String(line), error])]),
    )
  return (
    <div role="status" className="grid gap-5">
      <h2 className="text-lg">{t('pool.imported')}</h2>
      <Facts>
        <Fact label={t('pool.added')}>{formatCount(added)}</Fact>
        <Fact label={t('pool.twiceInFile')}>{formatCount(duplicateInFile)}</Fact>
        <Fact label={t('pool.inPool')}>{formatCount(duplicateInPool)}</Fact>
        <Fact label={t('pool.invalid')}>{formatCount(invalid.length)}</Fact>
      </Facts>
      {invalid.length > 0 && (
        <>
          <ul className="grid gap-1 text-sm">
            {invalid.slice(0, MOST_SHOWN).map(({ line, error }) => (
              <li key={line}>
                {t('pool.line')} {formatCount(line)}: {error}
              </li>
            ))}
          </ul>
          <div>
            <Button size="small" look="quiet" onClick={save}>
              {t('pool.saveInvalid')}
            </Button>
          </div>
        </>
      )}
      <div>
        <Button size="small" onClick={onClose}>
          {t('pool.show')}
        </Button>
      </div>
    </div>
  )
}
