import type { ContentPage } from './page.ts'

export const privacy: ContentPage = {
  title: { th: 'ความเป็นส่วนตัว', en: 'Privacy' },
  since: '2026-11-27',
  parts: [
    {
      title: { th: 'ข้อมูลที่เราเก็บ', en: 'What we keep' },
      text: [
        {
          th: 'ชื่อ เบอร์โทรศัพท์ อีเมล และระดับการยืนยันตัวตนจากแอป Join ที่อยู่กระเป๋าของคุณ รายการซื้อขายและการเงิน สิ่งที่คุณถูกใจ และชื่อที่คุณเลือกให้คนอื่นเห็น เราไม่เห็นและไม่เก็บเลขบัตรหรือรหัสผ่านของคุณ',
          en: 'Your name, telephone number, email and level of identification from the Join app, your wallet addresses, your trades and money movements, your favourites, and the name you chose for others to see. We never see or keep card numbers or passwords.',
        },
      ],
    },
    {
      title: { th: 'ใช้เพื่ออะไร', en: 'What for' },
      text: [
        {
          th: 'เพื่อให้คุณซื้อขายได้ ออกหลักฐานการชำระเงิน ป้องกันการทุจริต และทำตามกฎหมาย เราไม่ขายข้อมูลของคุณ และไม่ติดตามคุณเพื่อโฆษณา',
          en: 'To let you trade, to give receipts, to prevent fraud and to follow the law. We do not sell your data, and do not follow you for advertising.',
        },
      ],
    },
    {
      title: { th: 'ใครเห็นอะไร', en: 'Who sees what' },
      text: [
        {
          th: 'ที่อยู่กระเป๋าและรายการบนบล็อกเชนเป็นสาธารณะ ชื่อจริง เบอร์โทรศัพท์ และอีเมลของคุณไม่แสดงให้ผู้ใช้คนอื่นเห็น ผู้ให้บริการชำระเงินและธนาคารได้รับเท่าที่จำเป็นต่อการจ่ายเงิน',
          en: 'Wallet addresses and what is on the blockchain are public. Your real name, telephone number and email are not shown to other users. Payment providers and banks get what a payment needs, and no more.',
        },
      ],
    },
    {
      title: { th: 'การนับการเข้าชม', en: 'Counting visits' },
      text: [
        {
          th: 'บางเว็บไซต์ของเราใช้ตัวจัดการแท็กของ Google เพื่อนับว่าหน้าใดมีคนเข้าชม เราโหลดเมื่อคุณยินยอมเท่านั้น มันทำงานแยกจากหน้าเว็บ จึงอ่านบัญชี คุกกี้ หรือสิ่งที่คุณพิมพ์ไม่ได้ และได้รับเพียงที่อยู่ของหน้ากับเลขสุ่มของเบราว์เซอร์นี้ คุณถอนความยินยอมได้ทุกเมื่อที่หน้านี้',
          en: 'Some of our sites use the tag manager of Google to count which pages are visited. It is loaded after you agree, and not before. It runs apart from the page, so it can not read your account, your cookies or what you type, and is told the address of the page and a random number of this browser, and no more. You can take your consent back at any time on this page.',
        },
      ],
    },
    {
      title: { th: 'สิทธิของคุณ', en: 'Your rights' },
      text: [
        {
          th: 'คุณขอสำเนา แก้ไข หรือลบข้อมูลส่วนบุคคลของคุณได้ตามพระราชบัญญัติคุ้มครองข้อมูลส่วนบุคคล พ.ศ. 2562 โดยทำเองได้ในบัญชีที่หน้า “ข้อมูลส่วนบุคคล” รายการทางการเงินเก็บไว้ตามที่กฎหมายกำหนดโดยไม่มีชื่อของคุณ',
          en: 'You can have a copy of your personal data, have it corrected or erased under the Personal Data Protection Act B.E. 2562, by yourself on the page “Personal data” of your account. Records of money are kept as the law demands, without your name.',
        },
      ],
    },
  ],
}
