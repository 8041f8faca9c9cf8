import {
  IconChartBar,
  IconChartLine,
  IconChartPie,
  IconFileDollar,
  IconReceiptTax,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Button, Card, Page, PageBody, PageHeader, toast } from '@/ui'
import classes from './reports-page.module.css'
import { texts } from './texts'

const REPORTS = [
  { name: 'sales', icon: IconFileDollar },
  { name: 'fiscal', icon: IconReceiptTax },
  { name: 'clients', icon: IconUsersGroup },
] as const

const CHARTS = [
  { name: 'sales', icon: IconChartLine },
  { name: 'taxes', icon: IconChartBar },
  { name: 'clients', icon: IconChartPie },
] as const

/** The reports there will be, and the places of their charts. */
export default function ReportsPage() {
  return (
    <Page>
      <PageHeader title={texts.title} />
      <PageBody>
        <div className={classes.grid}>
          {REPORTS.map(({ name, icon: Icon }) => (
            <Card key={name} title={texts.reports[name].title}>
              <div className={classes.report}>
                <p className={classes.text}>{texts.reports[name].text}</p>
                <Button kind="secondary" icon={Icon} onClick={() => toast.notImplemented()}>
                  {texts.generateOf(texts.reports[name].title)}
                </Button>
              </div>
            </Card>
          ))}
          {CHARTS.map(({ name, icon: Icon }) => (
            <Card key={name} title={texts.charts[name].title}>
              <div className={classes.place}>
                <Icon size={44} stroke={1.25} aria-hidden="true" />
                <p>{texts.charts[name].text}</p>
              </div>
            </Card>
          ))}
        </div>
      </PageBody>
    </Page>
  )
}
