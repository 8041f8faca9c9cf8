import { useSession } from '@/api'
import { Card, PageBody, PageHeader, ThemeChoice } from '@/ui'
import classes from './account-page.module.css'
import { texts } from './texts'

/** One's own account: what is known about it and the theme of this browser. */
export default function AccountPage() {
  const { user, role } = useSession()
  return (
    <>
      <PageHeader title={texts.title} />
      <PageBody>
        <div className={classes.cards}>
          <Card title={texts.whoTitle}>
            <dl className={classes.facts}>
              <dt>{texts.name}</dt>
              <dd>{user.full_name || texts.noName}</dd>
              <dt>{texts.email}</dt>
              <dd>{user.email}</dd>
              <dt>{texts.role}</dt>
              <dd>{role}</dd>
            </dl>
          </Card>
          <Card title={texts.lookTitle}>
            <ThemeChoice />
            <p className={classes.help}>{texts.themeText}</p>
          </Card>
          <Card title={texts.laterTitle}>
            <p className={classes.text}>{texts.laterText}</p>
          </Card>
        </div>
      </PageBody>
    </>
  )
}
