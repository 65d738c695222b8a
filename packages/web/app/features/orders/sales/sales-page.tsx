import type { OwnUser } from '@guilda/contract/users';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Main } from '../../../ui/main.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { RequireSession } from '../../identity/index.ts';
import { WalletPanel, WalletSkeleton } from '../../wallet/index.ts';
import { type Board, useBoard } from '../data/use-board.ts';
import { OrderDialogs } from '../dialogs/order-dialogs.tsx';
import { useOrderDialog } from '../dialogs/use-order-dialog.ts';
import type { Columns } from '../model/columns.ts';
import { AddService } from './add-service.tsx';
import { BoardSkeleton } from './board-skeleton.tsx';
import type { OnAct } from './order-card.tsx';
import { PurchasesPanel, SalesPanel } from './sales-panel.tsx';
import { usePartner, WithPerson } from './with-person.tsx';

/** The tab in the page's address; Vendas needs no parameter. */
const PARAM = 'aba';
const SALES = 'vendas';
const PURCHASES = 'compras';
const WALLET = 'carteira';

/** `landed` is the tab where the address names none. */
function useTab(landed = SALES): [string, (tab: string) => void] {
  const [params, setParams] = useSearchParams();
  const tab = [PURCHASES, WALLET].find((each) => each === params.get(PARAM)) ?? landed;
  const partner = usePartner();
  const choose = (next: string) => {
    const kept = partner === undefined ? {} : { pessoa: partner };
    setParams(next === SALES ? kept : { ...kept, [PARAM]: next }, {
      replace: true,
      preventScrollReset: true,
    });
  };
  return [tab, choose];
}

const ordersOf = (columns: Columns | null) => (columns ? Object.values(columns).flat() : []);

/** How many orders there are, where that is known. */
function known({ columns, hasMore }: Board): number | undefined {
  return columns && !hasMore ? ordersOf(columns).length - columns.closed.length : undefined;
}

const isSettled = ({ columns, error }: Board) => columns !== null || error !== null;

function Head({ children }: { children?: ReactNode }) {
  return (
    <div className="quadro-h">
      <h1 className="d2">Vendas</h1>
      {children}
    </div>
  );
}

/**
 * The tab that an address which names an order alone leads to: that of the order, also once its dialog
 * is closed, until the person chooses another.
 */
function useLanding(orderId: string | null, bought: Columns | null) {
  const [landed, setLanded] = useState(SALES);
  const isPurchase = orderId !== null && ordersOf(bought).some(({ id }) => id === orderId);
  if (isPurchase && landed === SALES) setLanded(PURCHASES);
  return { landed, leave: () => setLanded(SALES) };
}

function Sales({ user }: { user: OwnUser }) {
  const partner = usePartner();
  const sold = useBoard('seller', partner);
  const bought = useBoard('buyer', partner);
  const dialog = useOrderDialog();
  const { landed, leave } = useLanding(dialog.orderId, bought.columns);
  const [tab, choose] = useTab(landed);
  const orders = [...ordersOf(sold.columns), ...ordersOf(bought.columns)];
  const onAct: OnAct = ({ id }, action) => dialog.open(id, action);
  return (
    <>
      <Tabs
        value={tab}
        onChange={(next) => {
          leave();
          choose(next);
        }}
        label="Vendas, compras e carteira"
        items={[
          { value: SALES, label: 'Vendas', count: known(sold) },
          { value: PURCHASES, label: 'Compras', count: known(bought) },
          { value: WALLET, label: 'Carteira' },
        ]}
        frame={(row) => (
          <Head>
            {row}
            <AddService className="fim so-desk" />
          </Head>
        )}
      >
        <TabPanel value={SALES}>
          <WithPerson orders={orders} />
          <SalesPanel board={sold} user={user} onAct={onAct} />
        </TabPanel>
        <TabPanel value={PURCHASES}>
          <WithPerson orders={orders} />
          <PurchasesPanel board={bought} user={user} onAct={onAct} />
        </TabPanel>
        <TabPanel value={WALLET}>
          <WalletPanel />
        </TabPanel>
      </Tabs>
      <OrderDialogs
        orders={orders}
        settled={isSettled(sold) && isSettled(bought)}
        user={user}
        dialog={dialog}
      />
    </>
  );
}

function Waiting() {
  const [tab] = useTab();
  return (
    <>
      <Head />
      {tab === WALLET ? <WalletSkeleton /> : <BoardSkeleton figures={tab === SALES} />}
    </>
  );
}

/** A person's sales and purchases (`product §11`). */
export function SalesPage() {
  return (
    <Main>
      <div className="wrap">
        <RequireSession fallback={<Waiting />}>{(user) => <Sales user={user} />}</RequireSession>
      </div>
    </Main>
  );
}
