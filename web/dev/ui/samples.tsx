import { say } from '@talad/ui/browser/toast'
import { Button, IconButton } from '@talad/ui/components/button'
import { Countdown } from '@talad/ui/components/countdown'
import { Dialog } from '@talad/ui/components/dialog'
import { SelectField, TextField } from '@talad/ui/components/field'
import { Hint } from '@talad/ui/components/hint'
import { SearchIcon } from '@talad/ui/components/icons'
import { More } from '@talad/ui/components/more'
import { Picture } from '@talad/ui/components/picture'
import { PriceTag } from '@talad/ui/components/price'
import { Fact, Section } from '@talad/ui/components/section'
import { Segmented } from '@talad/ui/components/segmented'
import { SlowNote } from '@talad/ui/components/slow-note'
import { Spinner } from '@talad/ui/components/spinner'
import { Badge, Empty, Notice, Skeleton } from '@talad/ui/components/status'
import { Stepper } from '@talad/ui/components/stepper'
import { Steps } from '@talad/ui/components/steps'
import { Table } from '@talad/ui/components/table'
import { Tabs } from '@talad/ui/components/tabs'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Heart } from '../../src/market/people/heart.tsx'
import { WalletLink } from '../../src/market/people/wallet-link.tsx'
import { LoadError } from '../../src/market/refusals/load-error.tsx'
import { Share } from '../../src/market/sharing/share.tsx'
import { ShareMenu } from '../../src/market/sharing/share-menu.tsx'

const Lightbox = lazy(() => import('@talad/ui/components/lightbox'))

const WALLET = '0xf3cf8a31c9fb21e0d4a7b6c5d4e3f2a1b0c9fb21'
const SOON_MS = 598_000
const picture = '/media/lantern-1.svg'

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}

function Actions() {
  const [dialog, setDialog] = useState(false)
  return (
    <Section title="Button, IconButton, Dialog">
      <Row>
        <Button size="large">ซื้อด้วยเงินบาท</Button>
        <Button>Primary</Button>
        <Button look="gold">Gold</Button>
        <Button look="quiet">Quiet</Button>
        <Button look="plain">Plain</Button>
        <Button look="danger">Danger</Button>
        <Button busy>Busy</Button>
        <Button disabled>Disabled</Button>
        <Button look="quiet" size="small" onClick={() => setDialog(true)}>
          Dialog
        </Button>
        <Button look="quiet" size="small" onClick={() => say('คัดลอกแล้ว', 'success')}>
          Toast
        </Button>
        <IconButton label="Icon">
          <SearchIcon />
        </IconButton>
      </Row>
      {dialog && (
        <Dialog title="กุ้ง ปู่ ฎีกา" onClose={() => setDialog(false)}>
          <p>A sheet from below on a phone, a window on a desk.</p>
        </Dialog>
      )}
    </Section>
  )
}

function Inputs() {
  const [amount, setAmount] = useState('2')
  const [look, setLook] = useState<'a' | 'b'>('a')
  const options = [
    { value: 'a', label: '7 วัน' },
    { value: 'b', label: '1 เดือน' },
  ]
  return (
    <Section title="TextField, SelectField, Stepper, Segmented">
      <div className="grid gap-5">
        <TextField label="ราคาขาย" unit="฿" defaultValue="1,234.57" hint="ต่ำสุด ฿20" />
        <TextField label="ราคาขาย" unit="฿" defaultValue="5" error="ราคาต่ำสุดคือ ฿20" />
        <SelectField label="ระยะเวลาขาย" options={options} />
        <Stepper label="จำนวน" draft={amount} maximum={5n} overText="เหลือ 5 ชิ้น" onChange={setAmount} />
        <Row>
          <Segmented
            label="Look"
            value={look}
            onChange={setLook}
            options={[
              { value: 'a', text: 'สว่าง' },
              { value: 'b', text: 'มืด' },
            ]}
          />
        </Row>
      </div>
    </Section>
  )
}

function Facts() {
  const [near, setNear] = useState(false)
  return (
    <Section title="PriceTag, Badge, WalletLink, Countdown, Fact, Picture, Lightbox, Heart, Hint, ShareMenu">
      <div className="grid gap-5">
        <Row>
          <PriceTag text="฿1,250" className="text-base" />
          <PriceTag text="฿9,900" className="text-3xl" />
        </Row>
        <Row>
          <Badge tone="good">ขายแล้ว</Badge>
          <Badge tone="wait">รอชำระเงิน</Badge>
          <Badge tone="bad">ไม่สำเร็จ</Badge>
          <Badge>ยกเลิก</Badge>
          <WalletLink address={WALLET} />
          <WalletLink address={WALLET} isMine />
          <Countdown until={new Date(Date.now() + SOON_MS).toISOString()} />
          <Hint text="โปรแกรมบนบล็อกเชนที่จดไว้ว่าแต่ละชิ้นเป็นของใคร" />
          <ShareMenu text="โคม" />
          <Heart kind="asset" id="sample" name="โคม" />
        </Row>
        <dl className="grid grid-cols-3 gap-4">
          <Fact label="ราคาเริ่มต้น" large>
            ฿420
          </Fact>
          <Fact label="ลงขายอยู่">7</Fact>
        </dl>
        <div className="grid grid-cols-3 gap-4">
          <button type="button" onClick={() => setNear(true)}>
            <Picture src={picture} alt="โคม" className="rounded-md" />
          </button>
          <div className="relative">
            <Picture src={null} alt="" className="rounded-md" />
            <Heart kind="asset" id="sample" name="โคม" onPicture className="absolute top-2 left-2" />
          </div>
          <Skeleton className="aspect-square" />
        </div>
      </div>
      {near && (
        <Suspense>
          <Lightbox src={picture} alt="โคม" onClose={() => setNear(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function Lists() {
  const [tab, setTab] = useState<'a' | 'b'>('a')
  const rows = [
    { what: 'ขายของสะสม', amount: '+฿1,141.99', when: '21/11/2026, 10:04', left: '฿1,759.49' },
    { what: 'ถอนเงิน', amount: '−฿500.00', when: '20/11/2026, 09:30', left: '฿617.50' },
  ]
  const tabs = [
    { value: 'a', text: 'ซื้อ', count: '3' },
    { value: 'b', text: 'ขาย' },
  ] as const
  return (
    <Section title="Tabs, Table, More, Steps">
      <Tabs label="Tabs" value={tab} tabs={tabs} onChange={setTab}>
        <Table
          caption="Statement"
          rows={rows}
          keyOf={({ what }) => what}
          columns={[
            { key: 'what', title: 'รายการ', cell: ({ what }) => <b>{what}</b> },
            { key: 'when', title: 'วันเวลา', cell: ({ when }) => <span className="text-soft">{when}</span> },
            { key: 'amount', title: 'จำนวน', amount: true, cell: ({ amount }) => amount },
            { key: 'left', title: 'คงเหลือ', amount: true, cell: ({ left }) => left },
          ]}
        />
        <More
          pages={{ hasNextPage: true, isFetchingNextPage: false, fetchNextPage: async () => undefined }}
        />
      </Tabs>
      <Steps
        steps={[
          { title: 'ได้รับเงินแล้ว', text: '', state: 'done' },
          { title: 'กำลังเซ็นส่งมอบ', text: 'ตลาดกำลังสั่งโอนของจากผู้ขายมาที่คุณ', state: 'now' },
          { title: 'ส่งมอบแล้ว', text: '', state: 'next' },
          { title: 'จองแล้ว', text: 'กรุณาจ่ายก่อน 17:03', state: 'yours', when: '21/11/2026, 16:53' },
          { title: 'หมดเวลาชำระเงิน', text: 'ของกลับไปขายต่อแล้ว', state: 'ended' },
        ]}
      />
    </Section>
  )
}

function States() {
  return (
    <Section title="Notice, Empty, LoadError, Spinner, SlowNote, Share">
      <div className="grid gap-4">
        <Notice>ต้องยืนยันตัวตนเพิ่ม</Notice>
        <Notice tone="bad">บัตรไม่ผ่าน ยังไม่มีการตัดเงิน</Notice>
        <Empty title="ยังไม่มีของลงขาย">
          <Spinner className="text-leaf" />
        </Empty>
        <LoadError error={new Error('made up')} retry={() => {}} />
        <SlowNote waiting />
        <Share url="https://example.com" text="โคม" />
      </div>
    </Section>
  )
}

/** Every component, with made-up facts. */
export function Samples() {
  return (
    <div className="grid gap-12 *:min-w-0">
      <Actions />
      <Facts />
      <Inputs />
      <Lists />
      <States />
    </div>
  )
}
