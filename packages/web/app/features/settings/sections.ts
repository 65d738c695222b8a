import Ban from 'lucide-react/icons/ban';
import Bell from 'lucide-react/icons/bell';
import FileArchive from 'lucide-react/icons/file-archive';
import Flag from 'lucide-react/icons/flag';
import Gavel from 'lucide-react/icons/gavel';
import IdCard from 'lucide-react/icons/id-card';
import Lock from 'lucide-react/icons/lock';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import Phone from 'lucide-react/icons/phone';
import SunMoon from 'lucide-react/icons/sun-moon';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import UserRound from 'lucide-react/icons/user-round';

/** The sections of the settings, in display order; each has the address `/user/settings/{id}`. */
export const settingsSections = [
  { id: 'perfil', label: 'Perfil', Icon: UserRound },
  { id: 'conta', label: 'Conta', Icon: IdCard },
  { id: 'privacidade', label: 'Privacidade', Icon: Lock },
  { id: 'bloqueios', label: 'Pessoas bloqueadas', Icon: Ban },
  { id: 'ligacoes', label: 'Ligações', Icon: Phone },
  { id: 'dispositivos', label: 'Aparelhos', Icon: MonitorSmartphone },
  { id: 'aparencia', label: 'Aparência', Icon: SunMoon },
  { id: 'avisos', label: 'Avisos', Icon: Bell },
  { id: 'denuncias', label: 'Denúncias e suporte', Icon: Flag },
  { id: 'decisoes', label: 'Decisões da equipe', Icon: Gavel },
  { id: 'dados', label: 'Seus dados', Icon: FileArchive },
  { id: 'excluir', label: 'Excluir conta', Icon: TriangleAlert },
] as const;

export type SectionId = (typeof settingsSections)[number]['id'];

/** The section of an address; undefined for an unknown one. */
export const findSettingsSection = (id: string) =>
  settingsSections.find((section) => section.id === id);

/** Address of a section. */
export const settingsPath = (id: SectionId): string => `/user/settings/${id}`;
