import { htmlTree } from '@talad/proto/site/html'
import { Button } from '@talad/ui/components/button'
import { SelectField, TextArea, TextField } from '@talad/ui/components/field'
import { z } from 'zod'
import { useText } from '../../../i18n/index.ts'
import { PictureUpload } from '../../../ui/picture-upload.tsx'
import { IdsField } from './ids-field.tsx'
import { MarkupField } from './markup-field.tsx'
import { fieldText, valueText } from './words.ts'

type Schema = z.core.$ZodType
type Props = {
  schema: Schema
  name: string
  value: unknown
  /** where it stands in what is checked, dotted */
  path: string
  faults: readonly string[]
  onChange: (value: unknown, path: string) => void
}

const LONG = 150
/** What a section is known by, and what it is: not to be written. */
const FIXED = new Set(['id', 'kind'])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is there at first of something that is added: empty texts, the first of a choice. */
function blank(schema: Schema): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([name, one]) => [name, blank(one)]))
  if (schema instanceof z.ZodArray) return []
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodEnum) return schema.options[0]
  return ''
}

/** A form made from the contract's own schema (AW-13): each field as its type wants to be written. */
export function SchemaForm(props: Props) {
  const { schema } = props
  if (schema === htmlTree) return <MarkupField {...props} />
  if (schema instanceof z.ZodPrefault) return <SchemaForm {...props} schema={schema.def.innerType} />
  if (schema instanceof z.ZodNullable) return <MaybeField {...props} inner={schema.def.innerType} />
  if (schema instanceof z.ZodObject) return <ObjectFields {...props} shape={schema.shape} />
  if (schema instanceof z.ZodArray) {
    const { element } = schema
    return element instanceof z.ZodObject ? (
      <ListField {...props} element={element} />
    ) : (
      <NamedField {...props} />
    )
  }
  if (schema instanceof z.ZodEnum)
    return <ChoiceField {...props} options={schema.options.map(String)} isMaybe={false} />
  return <WordsField {...props} />
}

/** Fields one below the other; both languages of a text side by side. */
function ObjectFields({ shape, value, path, name, ...rest }: Props & { shape: Record<string, Schema> }) {
  const { t } = useText()
  const now = isRecord(value) ? value : {}
  const fields = Object.entries(shape).filter(([field]) => !FIXED.has(field))
  const isText = fields.every(([field]) => field === 'th' || field === 'en')
  const drawn = fields.map(([field, schema]) => (
    <SchemaForm
      {...rest}
      key={field}
      schema={schema}
      name={field}
      value={now[field]}
      path={`${path}.${field}`}
      onChange={(next, at) => rest.onChange({ ...now, [field]: next }, at)}
    />
  ))
  if (!isText) return <div className="grid gap-4">{drawn}</div>
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-semibold">{t(fieldText(name))}</legend>
      <div className="grid gap-3">{drawn}</div>
    </fieldset>
  )
}

function useFault({ path, faults }: Pick<Props, 'path' | 'faults'>): string | undefined {
  const { t } = useText()
  return faults.some((one) => one === path || one.startsWith(`${path}.`)) ? t('home.fault') : undefined
}

function WordsField(props: Props) {
  const { schema, name, value, path, onChange } = props
  const { t } = useText()
  const error = useFault(props)
  const isNumber = schema instanceof z.ZodNumber
  const longest = schema instanceof z.ZodString ? schema.maxLength : null
  const common = { label: t(fieldText(name)), error, value: value === undefined ? '' : String(value) }
  if (longest !== null && longest > LONG && name !== 'href' && name !== 'image')
    return (
      <TextArea {...common} maxLength={longest} onChange={({ target }) => onChange(target.value, path)} />
    )
  return (
    <TextField
      {...common}
      {...(isNumber ? { inputMode: 'numeric' as const } : {})}
      {...(longest === null ? {} : { maxLength: longest })}
      onChange={({ target }) => {
        const typed = Number(target.value)
        onChange(isNumber && target.value !== '' && Number.isInteger(typed) ? typed : target.value, path)
      }}
    />
  )
}

/** What may be left out: a choice of nothing, a picture that is none, a button that isn't there. */
function MaybeField({ inner, ...props }: Props & { inner: Schema }) {
  const { t } = useText()
  const { name, value, path, onChange } = props
  if (inner instanceof z.ZodEnum)
    return <ChoiceField {...props} options={inner.options.map(String)} isMaybe />
  if (!(inner instanceof z.ZodObject))
    return (
      <div className="grid gap-2">
        <WordsField
          {...props}
          schema={inner}
          value={value ?? ''}
          onChange={(next) => onChange(next === '' ? null : next, path)}
        />
        <PictureUpload onUploaded={(uploaded) => onChange(uploaded, path)} />
      </div>
    )
  return (
    <fieldset className="grid gap-3">
      <label className="flex min-h-11 items-center gap-3 text-sm font-semibold">
        <input
          type="checkbox"
          checked={value !== null}
          onChange={({ target }) => onChange(target.checked ? blank(inner) : null, path)}
          className="size-4 accent-leaf"
        />
        {t(fieldText(name))}
      </label>
      {value !== null && <SchemaForm {...props} schema={inner} />}
    </fieldset>
  )
}

function ChoiceField({ options, isMaybe, ...props }: Props & { options: string[]; isMaybe: boolean }) {
  const { t } = useText()
  const { name, value, path, onChange } = props
  return (
    <SelectField
      label={t(fieldText(name))}
      error={useFault(props)}
      value={typeof value === 'string' ? value : ''}
      options={[
        ...(isMaybe ? [{ value: '', label: t('section.nothing') }] : []),
        ...options.map((one) => ({ value: one, label: t(valueText(one)) })),
      ]}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value, path)}
    />
  )
}

function NamedField(props: Props) {
  return <IdsField {...props} error={useFault(props)} />
}

function ListField({ element, ...props }: Props & { element: Schema }) {
  const { t } = useText()
  const { name, value, path, onChange } = props
  const list: unknown[] = Array.isArray(value) ? value : []
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-semibold">{t(fieldText(name))}</legend>
      {list
        .map((one, at) => ({ one, at }))
        .map(({ one, at }) => (
          <div key={at} className="grid gap-3 rounded-md border border-line p-3">
            <SchemaForm
              {...props}
              schema={element}
              value={one}
              path={`${path}.${at}`}
              onChange={(next, where) => onChange(list.with(at, next), where)}
            />
            <div>
              <Button size="small" look="quiet" onClick={() => onChange(list.toSpliced(at, 1), path)}>
                {t('section.takeOut', { number: String(at + 1) })}
              </Button>
            </div>
          </div>
        ))}
      <div>
        <Button size="small" look="quiet" onClick={() => onChange([...list, blank(element)], path)}>
          {t('section.more')}
        </Button>
      </div>
    </fieldset>
  )
}
