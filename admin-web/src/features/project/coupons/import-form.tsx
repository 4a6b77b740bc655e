import { couponPoolAdminHttp as http } from '@talad/proto/http/campaign/coupon-pools-admin'
import { focusFault } from '@talad/ui/browser/focus-fault'
import { saveFile } from '@talad/ui/browser/save-file'
import { refetch } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { TextArea, TextField } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import { csvOf } from '@talad/ui/format/csv'
import { formatCount } from '@talad/ui/format/money'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { bodyOf } from '../../../lib/body.ts'
import { messageOf } from '../../../lib/refusal.ts'
import { useAddress } from '../../../ui/data-table/use-address.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { useProject } from '../api.ts'
import { type Imported, importCodes, POOLS } from './api.ts'

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
  const read = bodyOf(http.importPoolCodes).safeParse({
    space_id: project._id,
    pool_name: name,
    file: given,
  })
  const wrong = new Set(isChecked && !read.success ? read.error.issues.map(({ path }) => path[0]) : [])
  const sent = useMutation({
    mutationFn: async () => {
      if (read.success)
        return importCodes({ space_id: project._id, pool_name: read.data.pool_name }, read.data.file)
      throw new Error('what is wrong was sent')
    },
    onSuccess: () => refetch(POOLS),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (read.success) sent.mutate()
    else focusFault(event.currentTarget)
  }
  if (sent.data)
    return (
      <Outcome
        imported={sent.data}
        onClose={() =>
          change({ pool: read.success ? read.data.pool_name : name, id: undefined, at: undefined })
        }
      />
    )
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <h2 className="text-lg">{t('pool.import')}</h2>
      <TextField
        label={t('coupon.pool')}
        hint={t('pool.nameHint')}
        error={wrong.has('pool_name') ? t('pool.nameHint') : undefined}
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
          aria-invalid={wrong.has('file') ? true : undefined}
          onChange={({ target }) => setFile(target.files?.[0])}
          className="text-sm"
        />
        <p
          id={`${id}-note`}
          role={wrong.has('file') ? 'alert' : undefined}
          className={`text-sm ${wrong.has('file') ? 'text-chili' : 'text-soft'}`}
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
  const { added, duplicateInFile, duplicateInPool, invalid } = imported
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
