import { TextArea } from '@talad/ui/components/field'
import { useState } from 'react'
import { useText } from '../../../../i18n/index.ts'
import { objectOf } from '../../json-object.ts'
import { fromModelDraft, type ModelDraft, toModelDraft } from './draft.ts'

type Props = {
  model: ModelDraft
  onChange: (model: ModelDraft, mark: string) => void
  /** told whether what is written can be read; what can't is not saved */
  onReadable: (isReadable: boolean) => void
}

/** The model as it is sent; what is written here is in the fields at once. */
export function RawModel({ model, onChange, onReadable }: Props) {
  const { t } = useText()
  const [text, setText] = useState(() => JSON.stringify(fromModelDraft(model), null, 2))
  const [isReadable, setReadable] = useState(true)
  const type = (typed: string) => {
    setText(typed)
    const read = objectOf(typed)
    const draft = read && toModelDraft(read)
    setReadable(draft !== undefined)
    onReadable(draft !== undefined)
    if (draft) onChange(draft, 'json')
  }
  return (
    <TextArea
      label={t('payload.json')}
      rows={26}
      value={text}
      spellCheck={false}
      error={isReadable ? undefined : t('model.noFields')}
      onChange={({ target }) => type(target.value)}
    />
  )
}
