import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import { unknownVariables } from '@talad/proto/http/campaign/payload/substitute'
import { Button } from '@talad/ui/components/button'
import { TextArea } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import { useText } from '../../../i18n/index.ts'

const NAMED = ['name', 'item_name', 'collection_name', 'project_name', 'token_id']
/** More attributes than these are written by hand. */
const MOST_OFFERED = 8

type Props = {
  text: string
  /** what holds in the end, whose attributes may stand in the text */
  whole: Payload
  fault: string | undefined
  onChange: (text: string) => void
}

/** CA-61: a text with variables, and which of them nothing is put in for. */
export function DescriptionPart({ text, whole, fault, onChange }: Props) {
  const { t } = useText()
  const attributes = Object.keys(whole.attributes ?? {}).slice(0, MOST_OFFERED)
  const variables = [...NAMED, ...attributes.map((name) => `attribute.${name}`)]
  const unknown = unknownVariables(text, whole)
  return (
    <>
      <TextArea
        label={t('payload.descriptionText')}
        rows={5}
        value={text}
        error={fault}
        onChange={({ target }) => onChange(target.value)}
      />
      {unknown.length > 0 && <Notice>{t('payload.unknownVariables', { names: unknown.join(' ') })}</Notice>}
      <div className="grid gap-2">
        <p className="text-xs text-soft">{t('payload.variables')}</p>
        <ul className="flex flex-wrap gap-2">
          {variables.map((name) => (
            <li key={name}>
              <Button
                size="small"
                look="quiet"
                className="font-mono text-xs"
                aria-label={t('payload.insert', { name })}
                onClick={() => onChange(`${text}%%${name}%%`)}
              >
                %%{name}%%
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
