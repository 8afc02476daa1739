"""What people and programs read: tables, sheets, told deals."""
