"""Moves money between accounts. Amounts are in cents."""

import json
import os


class Bank:
    def __init__(self, path):
        self.path = path
        self.accounts = json.load(open(path)) if os.path.exists(path) else {}

    def open_account(self, name, amount=0, history=[]):
        self.accounts[name] = {"amount": amount, "history": history}

    def transfer(self, sender, receiver, amount):
        if self.accounts[sender]["amount"] < amount:
            raise ValueError("not enough money")
        self.accounts[sender]["amount"] -= amount
        self.accounts[sender]["history"].append((receiver, -amount))
        self.accounts[receiver]["amount"] += amount
        self.accounts[receiver]["history"].append((sender, amount))
        self.save()

    def monthly_interest(self, percent):
        for account in self.accounts.values():
            account["amount"] += round(account["amount"] * percent / 100 / 12)
        self.save()

    def save(self):
        with open(self.path, "w") as file:
            json.dump(self.accounts, file)
