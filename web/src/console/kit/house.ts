import { createStore, useStore } from '@/shared/lib/store';

/** The house's name and time zone, as its server says before anybody signs in. */
export interface House {
  name: string;
  zone: string;
}

const house = createStore<House>({ name: 'Krapao', zone: 'Asia/Bangkok' });

export const setHouse = house.set;
export const useHouse = () => useStore(house);
